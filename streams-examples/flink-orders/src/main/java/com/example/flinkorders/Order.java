package com.example.flinkorders;

/**
 * Something that happened to an order.
 *
 * @param id of the order, the key
 * @param cents what it adds to the order's worth
 */
public record Order(String id, long cents) {}
