/**
 * Secrets by the form that their makers gave them so that they can be found:
 * private keys, access key ids, tokens with a prefix.
 */
const SECRET = new RegExp(
  [
    '-----BEGIN [A-Z ]{0,30}PRIVATE KEY',
    'PuTTY-User-Key-File-\\d',
    'AGE-SECRET-KEY-1',
    '\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b',
    '\\bgh[pousr]_[A-Za-z0-9]{36}',
    '\\bgithub_pat_\\w{22}',
    '\\bglpat-[\\w-]{20}',
    '\\bxox[abeoprs]-[\\w-]{10}',
    '\\bsk-(?:ant|proj|or|svcacct|admin)-[\\w-]{20}',
    '\\bsk-[A-Za-z0-9]{40}',
    '\\b[rs]k_live_[A-Za-z0-9]{20}',
    '\\bhf_[A-Za-z]{34}',
    '\\bAIza[\\w-]{35}',
    '\\bya29\\.[\\w-]{20}',
    '\\bGOCSPX-[\\w-]{20}',
    '\\b1//0[\\w-]{40}',
    '\\bnpm_[A-Za-z0-9]{36}',
    '\\bpypi-AgE[\\w-]{40}',
    '\\bdop_v1_[a-f0-9]{64}',
    '\\bSG\\.[\\w-]{22}\\.[\\w-]{43}',
    '\\beyJ[\\w-]{10,300}\\.eyJ[\\w-]{10}'
  ].join('|')
);

/** Whether a text holds a private key, an access key id, or a token of known form. */
export function holdsSecret(text: string): boolean {
  return SECRET.test(text);
}
