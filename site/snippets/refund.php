<?php
// Gives a part of a paid pay-in back. The first two calls make a paid one.
function post(string $path, array $body): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['Authorization: Bearer ' . getenv('PASARELA_KEY'), 'Content-Type: application/json'],
        'content' => json_encode($body),
        'ignore_errors' => true,
    ]]);
    return json_decode(file_get_contents(getenv('PASARELA_URL') . '/api/v1/' . $path, false, $context), true);
}

$number = hrtime(true);
$sale = ['service_code' => 'BT_AR', 'amount' => 777.01, 'payer_doc_id' => '20-26756539-3', 'reference' => "sold-$number"];
$payment = post('payments/payin_hth', $sale)['data']['transaction_id'];
post("test/payments/$payment/simulate", ['event' => 'paid']);

$refund = ['reference' => "refund-$number", 'amount' => 70.5, 'reason' => 'one of two was broken'];
$answer = post("payments/$payment/refunds", $refund);
$made = $answer['data'];
if ($made === null) {
    // Refused or unknown (unavailable, internal_error): the same request with the same reference never refunds twice.
    echo $answer['error']['code'], "\n";
} elseif ($answer['status'] === 'error') {
    // Surely failed: nothing went back. Refund again with a new reference.
    echo $made['reference'], ' failed: ', $answer['error']['code'], "\n";
} else {
    echo $made['reference'], ' is ', $made['status'], "\n";
}
