package io.keystead.avro;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks a schema registry for a schema by its id. Remembers nothing; thread-safe.
 *
 * <p>It follows no redirection, which would hand the authorization to somebody else.
 */
final class Registry {
    static final String ALLOWED =
            "http:// or https:// and a path in which {id} stands for the id and which answers with the bare schema, for"
                    + " example http://registry:8081/schemas/ids/{id}/schema; for ids in headers, {globalId} or"
                    + " {contentId} in its place";

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ALL = Duration.ofSeconds(10);
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(id|globalId|contentId)}");
    private static final int OK = 200;

    private final String template;
    private final String placeholder;
    private final @Nullable Path authorization;
    private volatile @Nullable HttpClient client;

    /**
     * @param authorization the file with the value of the header Authorization, read again for each question
     * @throws AvroKeyException if the template is none, or the file has no such value
     */
    Registry(String template, @Nullable Path authorization) {
        this.template = template;
        this.placeholder = placeholder(template);
        this.authorization = authorization;
        URI uri = uri(template, 1);
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https")) || uri.getHost() == null) {
            throw refused(template, "is not one of a registry", null);
        }
        if (uri.getRawUserInfo() != null) {
            throw new AvroKeyException("the registry's URL names a user, and would be shown in messages; allowed: the"
                    + " header Authorization's value in a file of its own");
        }
        if (authorization != null) {
            AuthorizationFile.read(authorization);
        }
    }

    private static String placeholder(String template) {
        Matcher places = PLACEHOLDER.matcher(template);
        if (!places.find()) {
            throw refused(template, "has no place for the id", null);
        }
        String found = places.group(1);
        if (places.find()) {
            throw refused(template, "has more than one place for the id", null);
        }
        return found;
    }

    private static URI uri(String template, long id) {
        try {
            return URI.create(PLACEHOLDER.matcher(template).replaceFirst(Long.toString(id)));
        } catch (IllegalArgumentException e) {
            throw refused(template, "is not a URL", e);
        }
    }

    private static AvroKeyException refused(String template, String why, @Nullable Exception cause) {
        return new AvroKeyException("the registry's URL \"" + template + "\" " + why + "; allowed: " + ALLOWED, cause);
    }

    /** What of a schema the registry is asked by: {@code id}, {@code globalId} or {@code contentId}. */
    String placeholder() {
        return placeholder;
    }

    /**
     * The schema of an id, as JSON.
     *
     * @throws AvroKeyException if the registry does not answer within 10 s, or not with one
     */
    String schema(long id) {
        URI uri = uri(template, id);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(ALL).GET();
        if (authorization != null) {
            request.header("Authorization", AuthorizationFile.read(authorization));
        }
        HttpResponse<byte[]> answer = answer(uri, id, request.build());
        if (answer.statusCode() != OK) {
            throw new AvroKeyException("the registry answered " + answer.statusCode() + " to " + uri
                    + ", which asks for" + " schema " + id + " of a key; allowed: " + OK + " with the schema");
        }
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private HttpResponse<byte[]> answer(URI uri, long id, HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> asked =
                client().sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            // The request's own limit ends with the answer's headers.
            return asked.get(ALL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            asked.cancel(true);
            Thread.currentThread().interrupt();
            throw silent(uri, id, "the thread was interrupted", e);
        } catch (TimeoutException e) {
            asked.cancel(true);
            throw silent(uri, id, "no answer in " + ALL.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw silent(uri, id, cause.toString(), cause);
        }
    }

    private static AvroKeyException silent(URI uri, long id, String why, Throwable cause) {
        return new AvroKeyException(
                "the registry cannot be asked for schema " + id + " of a key at " + uri + " (" + why
                        + "); allowed: one that answers within " + ALL.toSeconds() + " s",
                cause);
    }

    /** Made when it is needed first, for it has a thread, which ends when nobody has the client any more. */
    private HttpClient client() {
        HttpClient known = client;
        if (known == null) {
            known = HttpClient.newBuilder()
                    .connectTimeout(CONNECT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
            client = known;
        }
        return known;
    }
}
