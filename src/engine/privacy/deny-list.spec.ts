import { DEFAULT_SETTINGS, ENGLISH } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { denyList } from './deny-list';
import { GuardedFiles } from './guarded-files';

const byDefault = denyList(DEFAULT_SETTINGS.privacy.deny);

describe('the list of files that are never read', () => {
  it.each([
    '.env',
    '.ENV',
    'project/.env',
    'project/.env.production',
    'project/.env. ',
    '.env./secrets',
    'keys/server.pem',
    'keys/Server.PEM',
    'a/b/id_rsa',
    'a/b/id_ed25519.pub',
    'home/.ssh/known_hosts',
    '.ssh/config',
    '.aws/credentials',
    'x/.AWS/sso/cache/a.json',
    'x/.docker/config.json',
    '.jupyter/jupyter_server_config.py',
    'service-account-prod.json',
    'secrets.yaml',
    // Folders of credentials, whole.
    'credentials/google.txt',
    'secrets/db.txt',
    'Secrets/prod/db.json',
    '.secrets/db.txt',
    'app/.credentials/a.csv',
    'k8s-secrets/db.yaml',
    'team credentials/readme.md',
    'docker/run/secrets',
    'secrets (1)/db.txt',
    'secrets.bak/db.txt',
    // Spellings that a file system may treat as the same name.
    '．env',
    'ｓecrets.json',
    '.e\u200dnv',
    'secrets\u200c.yaml',
    // As they are downloaded, or as programs write them.
    'kaggle.json',
    'kaggle (1).json',
    'token.json',
    'application_default_credentials.json',
    'client_secret_12345.apps.googleusercontent.com.json',
    'rootkey.csv',
    'alice_accessKeys.csv',
    'new_user_credentials.csv',
    'prod.env',
    'prod.env.local',
    'infra/terraform.tfstate',
    'infra/terraform.tfstate.backup',
    '.Renviron',
    '.Rhistory',
    '.databrickscfg',
    '.config/gcloud/access_tokens.db',
    '.huggingface/token',
    '.streamlit/secrets.toml',
    'deploy.ppk',
    // Backups of such files.
    'secrets.yaml.bak',
    'credentials.json~',
    'credentials.json.old.1',
    'server.pem.orig',
    'token copy.json',
    'kaggle-Copy1.json',
    'secrets - Copy.yaml',
    'token-checkpoint.json',
    'kaggle (1) - Copy (2).json',
    // Short names of Windows.
    'ENV~1',
    'env~1. ',
    'work/ENV~2.PRO',
    'CREDEN~1.JSO',
    'AWS~1/CREDEN~1',
    'AWS~1/config',
    'SE3A1B~1.YAM',
    'CREDE~12.JSO',
    'ＥＮＶ~1'
  ])('holds %s', path => {
    expect(byDefault(path)).toBe(true);
  });

  it.each([
    'data.csv',
    'data.csv.bak',
    'data (1).csv',
    '.cellwright.md',
    '.gitignore',
    '.github/workflows/ci.yml',
    '.claude/skills/plots/SKILL.md',
    'environment.yml',
    'tokenizer.json',
    'keras.json',
    'env/settings.py',
    'keys/README.md',
    'docker/config.json',
    'monkey.py',
    'keyboard.txt',
    'my-credentials-howto.md',
    'secrets-of-pandas/a.md',
    'trade secrets.csv',
    'jupyter/notes.ipynb',
    // No short names of Windows: too long, or not of their form.
    'notes~draft.txt',
    'credentials~1.txt',
    'analysis.py.~1~',
    'mod.py~1',
    'data~1.parquet',
    '~1.txt'
  ])('does not hold %s', path => {
    expect(byDefault(path)).toBe(false);
  });

  it('takes patterns with folders, from anywhere or from the root', () => {
    const denied = denyList([
      '/private/**',
      'raw/*.csv',
      'deep/**/x.txt',
      'old/'
    ]);
    expect(denied('private/a/b.txt')).toBe(true);
    expect(denied('work/private/a.txt')).toBe(false);
    expect(denied('work/raw/a.csv')).toBe(true);
    expect(denied('work/raw/sub/a.csv')).toBe(false);
    expect(denied('deep/x.txt')).toBe(true);
    expect(denied('deep/1/2/x.txt')).toBe(true);
    expect(denied('work/old/notes.md')).toBe(true);
  });

  it('takes ranges, and exceptions from what a pattern before them denied, as git does', () => {
    const denied = denyList(['run[0-9].csv', 'raw/*.csv', '!raw/public.csv']);
    expect(denied('a/run7.csv')).toBe(true);
    expect(denied('a/runs.csv')).toBe(false);
    expect(denied('work/raw/a.csv')).toBe(true);
    expect(denied('work/raw/public.csv')).toBe(false);
  });

  it('takes everything but wildcards literally, and nothing from an empty pattern', () => {
    const denied = denyList(['', ' ', 'a+b(1).txt', 'q?.md']);
    expect(denied('a+b(1).txt')).toBe(true);
    expect(denied('aab1.txt')).toBe(false);
    expect(denied('q1.md')).toBe(true);
    expect(denied('q/.md')).toBe(false);
    expect(denied('anything.txt')).toBe(false);
    expect(denyList(['', ' '])('ENV~1')).toBe(false);
  });
});

describe('files as the agent meets them', () => {
  let deny: readonly string[] = ['.env', '*.pem'];
  const inner = new FakeFiles({
    '.env': 'KEY=1',
    'a.ipynb': '{"cells": []}',
    'notes.txt': 'hello',
    'b.pem': 'secret'
  });
  const files = new GuardedFiles(inner, () => deny, ENGLISH);
  const denied = expect.objectContaining({ code: 'denied' });
  const outside = expect.objectContaining({ code: 'outside' });

  it('shows the names of files it never opens', async () => {
    const names = (await files.list('')).map(each => each.name);
    expect(names).toContain('.env');
    expect((await files.stat('.env')).size).toBeGreaterThan(0);
  });

  it('opens none of them, whatever way the path is written', async () => {
    for (const path of ['.env', './.env', './/.ENV', 'b.pem']) {
      await expect(files.readText(path, 99)).rejects.toEqual(denied);
      await expect(files.openText(path, 99)).rejects.toEqual(denied);
      await expect(files.readNotebook(path)).rejects.toEqual(denied);
      await expect(files.writeText(path, '', null)).rejects.toEqual(denied);
    }
    expect(inner.calls.filter(call => !/^(list|stat)/.test(call))).toEqual([]);
    await expect(files.readText('.env', 99)).rejects.toThrow('“Privacy”');
  });

  it('opens none by a short name of Windows, and says what to do', async () => {
    const short = new FakeFiles({ 'ENV~1': 'KEY=1', 'AWS~1/CREDEN~1': 'x' });
    const guarded = new GuardedFiles(short, () => deny, ENGLISH);
    for (const path of ['ENV~1', 'env~1', 'AWS~1/CREDEN~1']) {
      await expect(guarded.readText(path, 99)).rejects.toEqual(denied);
      await expect(guarded.openText(path, 99)).rejects.toEqual(denied);
      await expect(guarded.writeText(path, '', null)).rejects.toEqual(denied);
    }
    await expect(guarded.readText('ENV~1', 99)).rejects.toThrow(
      'Use the whole name'
    );
    expect(short.calls.filter(call => !/^(list|stat)/.test(call))).toEqual([]);
  });

  it('names nothing outside the folder that Jupyter serves', async () => {
    for (const path of ['../x', '/etc/passwd', 'C:\\x', 'a/%2e%2e/x']) {
      await expect(files.list(path)).rejects.toEqual(outside);
      await expect(files.stat(path)).rejects.toEqual(outside);
      await expect(files.readText(path, 99)).rejects.toEqual(outside);
      await expect(files.writeText(path, '', null)).rejects.toEqual(outside);
    }
  });

  const BLOCK = `${'-'.repeat(5)}BEGIN`;
  it.each([
    ['a private key', `x\n${BLOCK} OPENSSH PRIVATE KEY-----\nabc`],
    ['a private key in JSON', `{"k": "${BLOCK} PRIVATE KEY-----\\nabc"}`],
    ['an access key id', `AWSAccessKeyId=${'AKIA'}${'ABCD'.repeat(4)}`],
    ['a token of GitHub', `TOKEN = "${'ghp'}_${'a1B2c3'.repeat(6)}"`],
    ['a token of Slack', `${'xoxb'}-1234567890-abc`],
    ['a key of a model', `key: ${'sk'}-ant-${'a1b2c'.repeat(6)}`],
    [
      'a token that refreshes',
      `"refresh_token": "${'1/'}/0${'gab'.repeat(20)}"`
    ],
    [
      'a token that is signed',
      `${'eyJ'}hbGciOiJIUzI1NiJ9.${'eyJ'}zdWIiOiIxMjM0In0.x`
    ]
  ])('opens none that holds %s, whatever its name', async (_, text) => {
    const holding = new GuardedFiles(
      new FakeFiles({
        'notes.txt': text,
        'b.ipynb': JSON.stringify({
          cells: [{ cell_type: 'code', source: text }]
        })
      }),
      () => deny,
      ENGLISH
    );
    await expect(holding.readText('notes.txt', 9999)).rejects.toEqual(denied);
    await expect(holding.readBytes('notes.txt', 9999)).rejects.toEqual(denied);
    await expect(holding.openText('notes.txt', 9999)).rejects.toThrow(
      'private key or an access token'
    );
    await expect(holding.readNotebook('b.ipynb')).rejects.toEqual(denied);
  });

  it.each([
    `${BLOCK} CERTIFICATE-----`,
    'sk-learn and sk-image',
    'AKIAK is no key, nor is hf_hub_download',
    `sha256: ${'0a'.repeat(32)}`,
    'df.eyJ.x'
  ])('opens what only looks a little like it: %s', async text => {
    const files = new GuardedFiles(
      new FakeFiles({ 'a.txt': text }),
      () => deny,
      ENGLISH
    );
    expect(await files.readText('a.txt', 999)).toBe(text);
  });

  it('opens everything else, and follows a change of the list at once', async () => {
    expect(await files.readText('notes.txt', 99)).toBe('hello');
    deny = ['notes.*'];
    await expect(files.readText('notes.txt', 99)).rejects.toEqual(denied);
    expect(await files.readText('.env', 99)).toBe('KEY=1');
  });
});
