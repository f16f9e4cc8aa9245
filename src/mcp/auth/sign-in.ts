import {
  auth,
  extractWWWAuthenticateParams,
  isHttpsUrl,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens
} from '@modelcontextprotocol/client';

import {
  WorkspaceError,
  type IMcpHost,
  type IMcpServerSetting
} from '../../contract';
import { cleanLine } from '../wire/clean-text';
import {
  isLoopback,
  isOpenTo,
  type IServerAddress
} from '../wire/server-address';

/** ms for a renewal, during which other tabs wait. */
const RENEWAL_LIMIT = 20_000;

/** What is stored for a server after signing in. */
interface IKept {
  client?: StoredOAuthClientInformation;
  tokens?: StoredOAuthTokens;
  discovery?: OAuthDiscoveryState;
}

/**
 * Signing in to one server by OAuth, in the form the SDK requires. Tokens are
 * stored in the key store, under the server's address; data for a single
 * attempt is only in memory.
 */
export class SignIn implements OAuthClientProvider {
  private _cached: IKept | undefined;

  /** The sign-in page the server last gave, and the proof that we asked for it. */
  private _named: { page: URL; verifier: string } | undefined;

  /** The verifier last saved; it belongs to the next sign-in page the server gives. */
  private _verifier = '';

  /**
   * The verifier of the page that was opened, whatever the server gives in the
   * meantime.
   */
  private _openedVerifier = '';

  /** What the page that was opened asked the person for. */
  private _openedScope: string | undefined;

  /** The id we were given at the server, whose registration it replaces. */
  private readonly _givenId: string | undefined;

  /** The address of a document of ours, which replaces it too. */
  readonly clientMetadataUrl: string | undefined;

  constructor(
    private readonly _host: IMcpHost,
    private readonly _address: IServerAddress,
    private readonly _setting: IMcpServerSetting
  ) {
    const { clientId } = _setting;
    const isAddress = isHttpsUrl(clientId);
    this.clientMetadataUrl = isAddress ? clientId : undefined;
    this._givenId = isAddress || clientId === '' ? undefined : clientId;
  }

  /** Whether the sign-in page the server names asks for no more than was asked. */
  get isAskedAgain(): boolean {
    const scope = this._named?.page.searchParams.get('scope');
    return scope !== undefined && scope === this._openedScope;
  }

  get redirectUrl(): string | undefined {
    return this._host.callback;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Cellwright',
      redirect_uris: this.redirectUrl ? [this.redirectUrl] : [],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code']
    };
  }

  state(): string {
    return crypto.randomUUID();
  }

  async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
    const { client } = await this._kept();
    const id = this._givenId;
    if (id === undefined) {
      return client;
    }
    const secret = await this._host.clientSecret(this._setting);
    return {
      client_id: id,
      ...(secret && { client_secret: secret }),
      // The service it was first used at; no other one gets it.
      ...(client?.client_id === id && { issuer: client.issuer })
    };
  }

  async saveClientInformation(
    client: StoredOAuthClientInformation
  ): Promise<void> {
    const { client_id, issuer } = client;
    if (this._givenId === undefined) {
      await this._keep({ client });
    } else if (client_id === this._givenId) {
      await this._keep({ client: { client_id, issuer } });
    }
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    return (await this._kept()).tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    // A service that names no scope has given what it was asked for.
    const scope =
      tokens.scope ?? this._openedScope ?? (await this.tokens())?.scope;
    await this._keep({ tokens: { ...tokens, ...(scope && { scope }) } });
  }

  async discoveryState(): Promise<OAuthDiscoveryState | undefined> {
    return (await this._kept()).discovery;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): Promise<void> {
    return this._keep({ discovery });
  }

  saveCodeVerifier(verifier: string): void {
    this._verifier = verifier;
  }

  codeVerifier(): string {
    return this._openedVerifier;
  }

  /** Does not open the page: only a click does, through `open`. */
  redirectToAuthorization(url: URL): void {
    this._named = { page: url, verifier: this._verifier };
  }

  async invalidateCredentials(
    scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'
  ): Promise<void> {
    if (scope === 'verifier') {
      this._openedVerifier = '';
      return;
    }
    const parts = ['client', 'tokens', 'discovery'] as const;
    await this._keep(
      Object.fromEntries(
        parts
          .filter(part => scope === 'all' || scope === part)
          .map(part => [part, undefined])
      )
    );
  }

  /**
   * Opens the sign-in page that the server gave.
   *
   * @returns the parameters that came back, which belong to this attempt.
   * @throws WorkspaceError if they do not, or if the person was turned away.
   */
  async open(signal: AbortSignal): Promise<URLSearchParams> {
    const { trans, openSignIn } = this._host;
    const { host } = this._address;
    const failure = (text: string) => new WorkspaceError('failed', text);
    const { page, verifier } = this._named ?? {};
    if (!page || !openSignIn || !this.redirectUrl) {
      throw failure(trans.__('%1 did not say where to sign in.', host));
    }
    // The address comes from the server, so it could be a script.
    if (
      page.protocol !== 'https:' &&
      !(page.protocol === 'http:' && isLoopback(page))
    ) {
      throw failure(
        trans.__(
          'The sign-in page of %1 does not use https (%2), so it was not opened.',
          host,
          page.protocol + '//' + page.host
        )
      );
    }
    if (!isOpenTo(page, this._address, this._host.base)) {
      throw failure(
        trans.__(
          'The page to sign in to %1 is one of Jupyter’s own (%2), so it was not opened.',
          host,
          page.host + page.pathname
        )
      );
    }
    this._named = undefined;
    this._openedVerifier = verifier ?? '';
    this._openedScope = page.searchParams.get('scope') ?? '';
    const expected = page.searchParams.get('state');
    const answer = await openSignIn(page, signal);
    if (!expected || answer.get('state') !== expected) {
      throw failure(
        trans.__(
          'The answer that came back does not belong to this attempt to sign in to %1, so it was ignored. Sign in again.',
          host
        )
      );
    }
    if (answer.has('error')) {
      throw failure(
        trans.__(
          'Signing in to %1 did not work: “%2”.',
          host,
          cleanLine(answer.get('error_description') ?? answer.get('error'), 200)
        )
      );
    }
    return answer;
  }

  /**
   * Renews the sign-in, unless another request or another tab just did: many
   * services take a refresh token once, and end the session at its second use.
   *
   * @param refused the `Authorization` that the server answered with 401.
   * @returns what to send instead; null if there is nothing else.
   */
  async renew(
    refused: string | null,
    response: Response,
    fetchFn: (url: string | URL, init?: RequestInit) => Promise<Response>
  ): Promise<string | null> {
    const current = async (): Promise<string | null> => {
      const { access_token } = (await this.tokens()) ?? {};
      return access_token === undefined ? null : `Bearer ${access_token}`;
    };
    const renewed = async (): Promise<string | null> => {
      this._cached = undefined;
      if (
        (await current()) === refused &&
        (await this.tokens())?.refresh_token
      ) {
        try {
          await auth(this, {
            serverUrl: this._address.url,
            ...extractWWWAuthenticateParams(response),
            fetchFn: (url, init) =>
              fetchFn(url, {
                ...init,
                signal: AbortSignal.timeout(RENEWAL_LIMIT)
              })
          });
        } catch (error) {
          // The client meets it again, and passes it on.
          console.debug('Cellwright: a sign-in could not be renewed', error);
        }
      }
      const now = await current();
      return now === refused ? null : now;
    };
    const locks: LockManager | undefined = globalThis.navigator?.locks;
    return locks
      ? locks.request(`cellwright:sign-in:${this._place}`, renewed)
      : renewed();
  }

  /** Deletes everything that is stored. */
  async forget(): Promise<void> {
    this._cached = {};
    await this._host.tokens.save(this._place, undefined);
  }

  private get _place(): string {
    return this._address.url.href;
  }

  private async _kept(): Promise<IKept> {
    if (!this._cached) {
      const text = await this._host.tokens.load(this._place);
      this._cached ??= readKept(text);
    }
    return this._cached;
  }

  private async _keep(part: IKept): Promise<void> {
    await this._kept();
    // Another part may have been stored meanwhile.
    this._cached = { ...this._cached, ...part };
    await this._host.tokens.save(this._place, JSON.stringify(this._cached));
  }
}

function readKept(text: string | undefined): IKept {
  if (text === undefined) {
    return {};
  }
  try {
    const stored: unknown = JSON.parse(text);
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch (error) {
    console.warn('Cellwright: the stored sign-in is lost', error);
    return {};
  }
}
