<?php
// Takes the newest callback of the test inbox and verifies it the way your server does.

/** Give it the body as it came: JSON that was parsed and written again has other bytes. */
function isGenuine(string $rawBody, array $headers): bool
{
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr(getenv('PASARELA_WEBHOOK_SECRET'), strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true));
    $isSigned = false;
    foreach (explode(' ', $headers['webhook-signature']) as $each) {
        $isSigned = $isSigned || hash_equals($expected, $each);
    }
    $callback = json_decode($rawBody, true);
    $hash = hash_hmac('sha256', $callback['api_key'] . getenv('PASARELA_POINT_ID'), getenv('PASARELA_API_TOKEN'));
    return $isSigned && hash_equals($hash, $callback['security_hash']);
}

$context = stream_context_create(['http' => ['header' => ['Authorization: Bearer ' . getenv('PASARELA_KEY')]]]);
$answer = file_get_contents(getenv('PASARELA_URL') . '/api/v1/test/inbox?limit=100', false, $context);
$messages = json_decode($answer, true)['data']['messages'];
$newest = end($messages);
$changed = str_replace('{', '{ ', $newest['body']);
echo 'as it came: ', isGenuine($newest['body'], $newest['headers']) ? 'genuine' : 'forged', "\n";
echo 'one space added: ', isGenuine($changed, $newest['headers']) ? 'genuine' : 'forged', "\n";
