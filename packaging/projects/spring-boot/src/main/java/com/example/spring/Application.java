package com.example.spring;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.core.KafkaTemplate;

/** Sends a thousand records with keys to the topic spring-boot, with the producer that application.properties describes. */
@SpringBootApplication
public class Application {
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args).close();
    }

    @Bean
    CommandLineRunner send(KafkaTemplate<String, String> template) {
        return args -> {
            for (int i = 0; i < 1000; i++) {
                template.send("spring-boot", "order-" + i, "value");
            }
            template.flush();
        };
    }
}
