<?php
// Adds up what the transactions created in the last four days have brought so far, before fees, by currency.
$context = stream_context_create(['http' => ['header' => ['Authorization: Bearer ' . getenv('PASARELA_KEY')]]]);
$query = ['created_from' => gmdate('Y-m-d\TH:i:s\Z', time() - 4 * 86400), 'limit' => 100];
$totals = [];
do {
    $url = getenv('PASARELA_URL') . '/api/v1/payments?' . http_build_query($query);
    $page = json_decode(file_get_contents($url, false, $context), true)['data'];
    foreach ($page['items'] as $payment) {
        $line = "{$payment['pay_type']} {$payment['currency']}";
        // Whole cents: sums of decimals lose them.
        $totals[$line] = ($totals[$line] ?? 0) + (int) round(($payment['credited_amount'] ?? 0) * 100);
    }
    $query['cursor'] = $page['next_cursor'];
} while ($page['next_cursor'] !== null);
foreach ($totals as $line => $cents) {
    printf("%s %.2f\n", $line, $cents / 100);
}
