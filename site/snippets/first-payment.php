<?php
// Creates a pay-in and waits until it is paid.

function call(string $method, string $path, ?array $body = null): array
{
    $headers = ['Authorization: Bearer ' . getenv('PASARELA_KEY'), 'Content-Type: application/json'];
    $options = ['method' => $method, 'header' => $headers, 'ignore_errors' => true];
    if ($body !== null) {
        $options['content'] = json_encode($body);
    }
    $context = stream_context_create(['http' => $options]);
    $answer = json_decode(file_get_contents(getenv('PASARELA_URL') . $path, false, $context), true);
    if ($answer['data'] === null) {
        throw new RuntimeException($answer['message']);
    }
    return $answer['data'];
}

$payment = call('POST', '/api/v1/payments/payin_hth', [
    'service_code' => 'BT_AR',
    'amount' => 1500.5,
    'payer_doc_id' => '20-26756539-3',
    'reference' => 'order-' . hrtime(true),
]);
echo "pay here: {$payment['payment_url']}\n";

for ($second = 0; $payment['status'] === 'PENDING' && $second < 20; $second++) {
    sleep(1);
    $payment = call('GET', "/api/v1/payments/{$payment['transaction_id']}");
}
echo "{$payment['reference']} is {$payment['status']}\n";
