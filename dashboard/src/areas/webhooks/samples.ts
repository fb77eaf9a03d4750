export const sampleLanguages = ['Node', 'PHP', 'Python', 'Java', 'C#', 'Go'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

/** Code that checks `security_hash` of a callback of this point. The token is read from the environment. */
export function sampleOf(language: SampleLanguage, pointId: string): string {
  return samples[language].replaceAll('POINT_ID', pointId)
}

const samples: Readonly<Record<SampleLanguage, string>> = {
  Node: `import { createHmac, timingSafeEqual } from 'node:crypto'

const pointId = 'POINT_ID'
const token = process.env.PASARELA_API_TOKEN

/** callback = JSON.parse of the raw body */
export function isGenuine(callback) {
  const expected = createHmac('sha256', token)
    .update(\`\${callback.api_key}\${pointId}\`)
    .digest('hex')
  const given = String(callback.security_hash)
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
`,
  PHP: `<?php
const POINT = 'POINT_ID';

/** $callback = json_decode($rawBody, true) */
function isGenuine(array $callback): bool
{
    $message = $callback['api_key'] . POINT;
    $expected = hash_hmac('sha256', $message, getenv('PASARELA_API_TOKEN'));
    return hash_equals($expected, (string) $callback['security_hash']);
}
`,
  Python: `import hashlib
import hmac
import os

POINT = "POINT_ID"


def is_genuine(callback: dict) -> bool:
    """callback = json.loads(raw_body)"""
    message = f"{callback['api_key']}{POINT}"
    token = os.environ["PASARELA_API_TOKEN"]
    expected = hmac.new(token.encode(), message.encode(), hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), str(callback["security_hash"]).encode())
`,
  Java: `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Callbacks {
    private static final String POINT = "POINT_ID";

    /** apiKey: the integer api_key of the body, read as a long. */
    static boolean isGenuine(long apiKey, String securityHash) throws Exception {
        byte[] token = System.getenv("PASARELA_API_TOKEN").getBytes(StandardCharsets.UTF_8);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(token, "HmacSHA256"));
        byte[] hash = mac.doFinal((apiKey + POINT).getBytes(StandardCharsets.UTF_8));
        byte[] expected = HexFormat.of().formatHex(hash).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected, securityHash.getBytes(StandardCharsets.UTF_8));
    }
}
`,
  'C#': `using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

static class Callbacks
{
    const string Point = "POINT_ID";

    public static bool IsGenuine(JsonElement callback)
    {
        var token = Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable("PASARELA_API_TOKEN")!);
        var message = Encoding.UTF8.GetBytes(callback.GetProperty("api_key").GetInt64() + Point);
        var expected = Convert.ToHexString(HMACSHA256.HashData(token, message)).ToLowerInvariant();
        var given = callback.GetProperty("security_hash").GetString() ?? "";
        return CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(expected), Encoding.UTF8.GetBytes(given));
    }
}
`,
  Go: `package callbacks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
)

const point = "POINT_ID"

// Callback is decoded from the raw body.
type Callback struct {
	APIKey       int64  \`json:"api_key"\`
	SecurityHash string \`json:"security_hash"\`
}

func IsGenuine(callback Callback) bool {
	mac := hmac.New(sha256.New, []byte(os.Getenv("PASARELA_API_TOKEN")))
	fmt.Fprintf(mac, "%d%s", callback.APIKey, point)
	expected := hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(callback.SecurityHash))
}
`,
}
