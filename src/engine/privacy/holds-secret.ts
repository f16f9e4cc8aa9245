/**
 * Secrets by the form that their makers gave them so that they can be found:
 * private keys, access key ids, tokens with a prefix. The first 39 characters
 * suffice: the head of a table has no more of a value.
 */
const FORMS = [
  '-----BEGIN [A-Z ]{0,30}PRIVATE KEY',
  'PuTTY-User-Key-File-\\d',
  'AGE-SECRET-KEY-1',
  '\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b',
  '\\bgh[pousr]_[A-Za-z0-9]{35}',
  '\\bgithub_pat_\\w{22}',
  '\\bglpat-[\\w-]{20}',
  '\\bxox[abeoprs]-[\\w-]{10}',
  '\\bsk-(?:ant|proj|or|svcacct|admin)-[\\w-]{20}',
  '\\bsk-[A-Za-z0-9]{36}',
  '\\b[rs]k_live_[A-Za-z0-9]{20}',
  '\\bhf_[A-Za-z]{34}',
  '\\bAIza[\\w-]{35}',
  '\\bya29\\.[\\w-]{20}',
  '\\bGOCSPX-[\\w-]{20}',
  '\\b1//0[\\w-]{35}',
  '\\bnpm_[A-Za-z0-9]{35}',
  '\\bpypi-AgE[\\w-]{30}',
  '\\bdop_v1_[a-f0-9]{32}',
  '\\bSG\\.[\\w-]{22}\\.[\\w-]{10}',
  '\\beyJ[\\w-]{10,300}\\.eyJ[\\w-]{10}',
  // {"alg": and {"typ":, of a signed token that was cut
  '\\beyJ(?:hbGciOi|0eXAiOi)[\\w-]{20}'
].join('|');
const SECRET = new RegExp(FORMS);
/** The same with all that belongs to it: a token to its end, a key to its last line. */
const WHOLE = new RegExp(
  `(?:${FORMS})(?:(?<=KEY|File-\\d)[^]*?(?:-----END|$)|[\\w.~+/=-]*)`,
  'g'
);

/** Whether a text holds a private key, an access key id, or a token of known form. */
export function holdsSecret(text: string): boolean {
  return SECRET.test(text);
}

/** A text without the secrets in it, and with a word that there were some. */
export function withoutSecrets(text: string): string {
  return text.replace(
    WHOLE,
    '[withheld: looks like a private key or an access token]'
  );
}
