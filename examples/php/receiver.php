<?php

/**
 * Receives Pasarela's callbacks: PHP 8.1 or newer on 64 bits, nothing to install. See examples/README.md.
 *
 *     php -d display_errors=0 -S 127.0.0.1:8080 examples/php/receiver.php
 */

declare(strict_types=1);

const BODY_BYTES_MAX = 64 * 1024;
/** How far `webhook-timestamp` may be from our clock: an old callback is perhaps a recorded one. */
const TIMESTAMP_TOLERANCE_SECONDS = 300;
/** Callbacks remembered; a shop with more of them in three days of retries remembers them in its database. */
const REMEMBERED_MAX = 10_000;
/** A SHA-256 in hex and a line feed. */
const LINE_BYTES = 65;

/** What ends a request with another answer than 200. */
final class Refusal extends Exception
{
    public function __construct(public readonly int $status, string $message)
    {
        parent::__construct($message);
    }
}

// What is displayed goes out with status 200, in front of any other; the log is on standard error.
ini_set('display_errors', '0');
// A warning is a failure too: nobody is told "success" about a callback that was not written down.
set_error_handler(static fn (int $level, string $text) => throw new ErrorException($text, 0, $level));

try {
    receive(readSettings());
    answer(200, ['status' => 'success']);
} catch (Refusal $refusal) {
    answer($refusal->status, ['status' => 'error', 'message' => $refusal->getMessage()]);
} catch (Throwable $failure) {
    // The message alone: a trace would show arguments, and keys are among them.
    error_log('internal failure: ' . $failure->getMessage());
    answer(500, ['status' => 'error', 'message' => 'internal failure']);
}

/** @param array{pointId: string, apiToken: string, webhookKey: ?string, rememberedFile: string} $settings */
function receive(array $settings): void
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        throw new Refusal(405, 'callbacks come by POST');
    }
    // The bytes as they came: signatures are over these, never over JSON that was written again.
    $body = file_get_contents('php://input', false, null, 0, BODY_BYTES_MAX + 1);
    if (strlen($body) > BODY_BYTES_MAX || (int) ($_SERVER['CONTENT_LENGTH'] ?? 0) > BODY_BYTES_MAX) {
        throw new Refusal(413, 'the body is larger than ' . BODY_BYTES_MAX . ' bytes');
    }
    if ($settings['webhookKey'] !== null) {
        checkSignature($settings['webhookKey'], $body);
    }
    $callback = parseCallback($body);
    checkSecurityHash($settings, $callback);
    $identity = json_encode([$callback['transaction_id'], $callback['status']], JSON_THROW_ON_ERROR);
    once($settings['rememberedFile'], hash('sha256', $identity), static fn () => handle($callback));
}

/**
 * Your work begins here. Put it into a queue and return: the answer must be out within 5 seconds.
 *
 * @param array<string, mixed> $callback
 */
function handle(array $callback): void
{
    $facts = [
        'transaction_id' => $callback['transaction_id'],
        'status' => $callback['status'],
        'reference' => $callback['reference'] ?? null,
    ];
    $line = 'callback ' . json_encode($facts, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES) . "\n";
    if (file_put_contents('php://stdout', $line) !== strlen($line)) {
        throw new RuntimeException('the line was not written');
    }
}

/**
 * Does the work unless the file has the key. PHP forgets everything between two requests, hence a file: fixed lines, the
 * newest last, one request at a time.
 */
function once(string $path, string $key, callable $work): void
{
    $file = fopen($path, 'c+b');
    try {
        flock($file, LOCK_EX);
        $lines = stream_get_contents($file);
        if (str_contains($lines, "$key\n")) {
            return;
        }
        $work();
        // Only now: what failed is not remembered, so the next attempt does it.
        fwrite($file, "$key\n");
        if (strlen($lines) >= 2 * REMEMBERED_MAX * LINE_BYTES) {
            ftruncate($file, 0);
            rewind($file);
            fwrite($file, substr("$lines$key\n", -REMEMBERED_MAX * LINE_BYTES));
        }
    } finally {
        fclose($file);
    }
}

/** Standard Webhooks 1.0.0: one of the signatures must be ours. There are two while the secret is being changed. */
function checkSignature(string $key, string $body): void
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
    if ($id === '' || $timestamp === '' || $signatures === '') {
        throw new Refusal(401, 'the webhook headers are missing');
    }
    if (!preg_match('/^[0-9]{1,15}$/D', $timestamp) || abs(time() - (int) $timestamp) > TIMESTAMP_TOLERANCE_SECONDS) {
        throw new Refusal(401, 'webhook-timestamp is not of now');
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $each) {
        if (hash_equals($expected, $each)) {
            return;
        }
    }
    throw new Refusal(401, 'webhook-signature does not match');
}

/**
 * @param array{pointId: string, apiToken: string, webhookKey: ?string, rememberedFile: string} $settings
 * @param array<string, mixed> $callback
 */
function checkSecurityHash(array $settings, array $callback): void
{
    $expected = hash_hmac('sha256', $callback['api_key'] . $settings['pointId'], $settings['apiToken']);
    if (!hash_equals($expected, $callback['security_hash'])) {
        throw new Refusal(401, 'security_hash does not match');
    }
}

/** @return array<string, mixed> */
function parseCallback(string $body): array
{
    try {
        $callback = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    } catch (JsonException) {
        throw new Refusal(400, 'the body is not JSON');
    }
    if (!is_array($callback) || array_is_list($callback)) {
        throw new Refusal(400, 'the body is not a JSON object');
    }
    foreach (['transaction_id', 'security_hash', 'status', 'message'] as $name) {
        if (!is_string($callback[$name] ?? null) || $callback[$name] === '') {
            throw new Refusal(400, "$name is missing");
        }
    }
    // An int of 64 bits: is_int refuses 1.0, 1e3, true and "1".
    $apiKey = $callback['api_key'] ?? null;
    if (!is_int($apiKey) || $apiKey < 1 || $apiKey >= 10 ** 18) {
        throw new Refusal(400, 'api_key is not an integer');
    }
    return $callback;
}

/** @param array<string, mixed> $body */
function answer(int $status, array $body): void
{
    http_response_code($status);
    header_remove('X-Powered-By');
    header('Content-Type: application/json');
    if ($status === 405) {
        header('Allow: POST');
    }
    echo json_encode($body, JSON_THROW_ON_ERROR);
}

/** @return array{pointId: string, apiToken: string, webhookKey: ?string, rememberedFile: string} */
function readSettings(): array
{
    if (PHP_INT_SIZE < 8) {
        throw new RuntimeException('this PHP has integers of 32 bits, too small for api_key');
    }
    $pointId = (string) getenv('AUTH_POINT_ID');
    $apiToken = (string) getenv('AUTH_API_TOKEN');
    if ($pointId === '' || $apiToken === '') {
        throw new RuntimeException('AUTH_POINT_ID and AUTH_API_TOKEN must be set (demo.json in the data folder has them)');
    }
    $secret = (string) getenv('WEBHOOK_SECRET');
    $key = preg_match('/^whsec_(.+)$/D', $secret, $found) ? (string) base64_decode($found[1], true) : '';
    if ($secret !== '' && $key === '') {
        throw new RuntimeException('WEBHOOK_SECRET must be whsec_ and a key in base64');
    }
    return [
        'pointId' => $pointId,
        'apiToken' => $apiToken,
        'webhookKey' => $secret === '' ? null : $key,
        'rememberedFile' => getenv('REMEMBERED_FILE') ?: sys_get_temp_dir() . "/pasarela-callbacks-$pointId.txt",
    ];
}
