import { UsedServers } from './use-servers';

/** What the public conformance suite for MCP runs as a client, once for each scenario. */
async function main(): Promise<void> {
  const {
    MCP_CONFORMANCE_SCENARIO: scenario = '',
    MCP_CONFORMANCE_CONTEXT: context = '{}'
  } = process.env;
  const known = JSON.parse(context) as Record<string, string | undefined>;
  const page = new UsedServers();
  page.host.fetch = fetch;
  page.host.callback = 'http://localhost:8888/sign-in.html';
  // As the card does, whose fields begin with the defaults.
  page.host.answer = question => ({
    action: 'accept',
    values: Object.fromEntries(
      Object.entries(
        'schema' in question
          ? (question.schema.properties as Record<
              string,
              { default?: unknown }
            >)
          : {}
      ).map(([name, schema]) => [name, schema.default])
    )
  });
  if (known.client_secret) {
    page.host.secrets.one = known.client_secret;
  }
  const isLocked = scenario.startsWith('auth/');
  await page.use(process.argv.at(-1) ?? '', {
    name: 'one',
    auth: isLocked ? 'oauth' : 'none',
    clientId:
      known.client_id ?? 'https://conformance-test.local/client-metadata.json'
  });
  // The person signs in, and again where more has to be allowed.
  for (let time = isLocked ? 0 : 1; time < 2; time++) {
    if (isLocked && page.server.status !== 'connected') {
      await page.servers.signIn('one', new AbortController().signal);
    }
    const [tool] = page.servers.tools(new Set());
    const result = tool && (await page.call(tool, { a: 1, b: 2 }));
    console.log(JSON.stringify([page.server.failure, result?.text]));
  }
  await page.servers.close();
}

void main().then(
  () => process.exit(0),
  error => {
    console.error(error);
    process.exit(1);
  }
);
