<?php
// Pays out, and says what became of it. A payout that is PENDING is not failed.
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Authorization: Bearer ' . getenv('PASARELA_KEY'), 'Content-Type: application/json'],
    'content' => json_encode([
        'service_code' => 'SPEI_MX',
        'amount' => 250,
        'reference' => 'salary-' . hrtime(true),
        'account_type' => 'CLABE',
        'account' => '012180000118359713',
    ]),
    'ignore_errors' => true,
]]);
$answer = json_decode(file_get_contents(getenv('PASARELA_URL') . '/api/v1/payments/payout_hth', false, $context), true);
$payout = $answer['data'];
$status = (int) explode(' ', $http_response_header[0])[1];
if ($status >= 500) {
    // Unknown: send the same request again, with the same reference.
    echo 'unknown: ', $answer['error']['code'], "\n";
} elseif ($status === 409) {
    // The reference belongs to an earlier transaction: read it before you pay again.
    echo $answer['error']['code'], "\n";
} elseif ($payout === null) {
    // Refused: nothing happened, and the reference can be used again.
    echo $answer['error']['code'], "\n";
} elseif ($answer['status'] === 'error') {
    // Surely failed: nothing was paid. Pay again with a new reference.
    echo $payout['reference'], ' failed: ', $answer['error']['code'], "\n";
} else {
    echo $payout['reference'], ' is ', $payout['status'], "\n";
}
