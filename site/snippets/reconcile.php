<?php
// Adds up what the payments, payouts and refunds created in the last four days have done to your balance so far, fees
// included, by currency; then the balance.
function get(string $path): array
{
    $context = stream_context_create(['http' => ['header' => ['Authorization: Bearer ' . getenv('PASARELA_KEY')]]]);
    return json_decode(file_get_contents(getenv('PASARELA_URL') . "/api/v1/$path", false, $context), true)['data'];
}

$totals = [];
$add = function (string $line, float|int|null $amount) use (&$totals): void {
    // Whole cents: sums of decimals lose them.
    $totals[$line] = ($totals[$line] ?? 0) + (int) round(($amount ?? 0) * 100);
};
foreach (['payments', 'refunds'] as $list) {
    $query = ['created_from' => gmdate('Y-m-d\TH:i:s\Z', time() - 4 * 86400), 'limit' => 100];
    do {
        $page = get("$list?" . http_build_query($query));
        foreach ($page['items'] as $item) {
            $add(($item['pay_type'] ?? 'refund') . " {$item['currency']}", $item['net']);
        }
        $query['cursor'] = $page['next_cursor'];
    } while ($page['next_cursor'] !== null);
}
foreach (get('balances')['balances'] as $balance) {
    foreach (['available', 'pending', 'reserved'] as $part) {
        $add("balance {$balance['currency']}", $balance[$part]);
    }
}
foreach ($totals as $line => $cents) {
    printf("%s %.2f\n", $line, $cents / 100);
}
