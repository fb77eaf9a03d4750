import { readFileSync } from 'node:fs';
import { z } from 'zod';
const credentialsFile = z.object({
    token: z.string().min(16).max(512),
    notification_secret: z.string().min(16).max(512),
});
/** Reads the credentials file; a missing or wrong one adds its sentence to `faults` (never the secrets themselves). */
export function readCredentials(path, faults) {
    let content;
    try {
        content = JSON.parse(readFileSync(path, 'utf8'));
    }
    catch (fault) {
        const missing = fault instanceof Error && 'code' in fault && fault.code === 'ENOENT';
        faults.push(missing
            ? `The credentials file ${path} does not exist. Write {"token":"…","notification_secret":"…"} into it, ` +
                'or name another file in SIMBANK_CREDENTIALS_FILE'
            : `The credentials file ${path} cannot be read as JSON`);
        return undefined;
    }
    const parsed = credentialsFile.safeParse(content);
    if (parsed.success)
        return parsed.data;
    const fields = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole file'))];
    faults.push(`The credentials file ${path} needs texts of 16 to 512 characters; wrong: ${fields.join(', ')}`);
    return undefined;
}
//# sourceMappingURL=credentials.js.map