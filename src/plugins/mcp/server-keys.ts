import type {
  IMcpSecrets,
  IMcpServerSetting,
  IMcpTokenStore
} from '../../contract';
import type { RememberedKeys } from '../keys/remembered-keys';

/** What is stored for a server; each kind under its own name. */
type Kind = 'key' | 'headers' | 'tokens' | 'secret';

/** Whether tokens that are still to come should be stored on this device. */
type Wish = Map<string, boolean>;

/**
 * Keys, headers and tokens of servers, stored with the keys of models: bound to
 * the address of the server, so that another address never gets them.
 */
export class ServerKeys {
  readonly tokens: IMcpTokenStore = {
    load: url => this._keys.storedAt(this._place('tokens', url)),
    save: (url, text) => {
      const place = this._place('tokens', url);
      return this._keys.set(
        place,
        text ?? '',
        this._wishes.get(place) ?? this._keys.remembers(place)
      );
    }
  };

  /** By address of the server. */
  private readonly _wishes: Wish = new Map();

  constructor(
    private readonly _keys: RememberedKeys,
    private readonly _base: string
  ) {}

  get remembering(): RememberedKeys['remembering'] {
    return this._keys.remembering;
  }

  /** Restores what was stored. */
  load(): Promise<void> {
    return this._keys.load();
  }

  /** The headers sent with each request to the address of a setting. */
  headers(setting: IMcpServerSetting): Record<string, string> {
    switch (setting.auth) {
      case 'bearer': {
        const key = this._keys.get(this._place('key', setting.url));
        return key === undefined ? {} : { Authorization: `Bearer ${key}` };
      }
      case 'headers': {
        const stored = this._headers(setting.url);
        return Object.fromEntries(
          setting.headers.flatMap(name =>
            stored[name] === undefined ? [] : [[name, stored[name]]]
          )
        );
      }
      default:
        return {};
    }
  }

  clientSecret({ url }: IMcpServerSetting): string | undefined {
    return this._keys.get(this._place('secret', url));
  }

  has(setting: IMcpServerSetting): boolean {
    switch (setting.auth) {
      case 'none':
        return true;
      case 'bearer':
        return this._keys.get(this._place('key', setting.url)) !== undefined;
      case 'headers': {
        const stored = this._headers(setting.url);
        return setting.headers.every(name => stored[name] !== undefined);
      }
      case 'oauth':
        return this._keys.get(this._place('tokens', setting.url)) !== undefined;
    }
  }

  async set(
    { auth, url }: IMcpServerSetting,
    { key = '', headers = {} }: IMcpSecrets,
    remember: boolean
  ): Promise<void> {
    switch (auth) {
      case 'none':
        return;
      case 'bearer':
        return this._keys.set(this._place('key', url), key, remember);
      case 'headers': {
        const filled = Object.entries(headers).filter(
          ([, value]) => value.trim() !== ''
        );
        return this._keys.set(
          this._place('headers', url),
          filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : '',
          remember
        );
      }
      case 'oauth': {
        const place = this._place('tokens', url);
        this._wishes.set(place, remember);
        if (key) {
          await this._keys.set(this._place('secret', url), key, remember);
        }
        const known = this._keys.get(place);
        return known === undefined
          ? undefined
          : this._keys.set(place, known, remember);
      }
    }
  }

  async forget(url: string): Promise<void> {
    const kinds: Kind[] = ['key', 'headers', 'tokens', 'secret'];
    await Promise.all(
      kinds.map(kind => this._keys.set(this._place(kind, url), '', false))
    );
  }

  private _headers(url: string): Record<string, string> {
    const text = this._keys.get(this._place('headers', url));
    return text === undefined
      ? {}
      : (JSON.parse(text) as Record<string, string>);
  }

  /** The same name for an address, however it is written. */
  private _place(kind: Kind, url: string): string {
    const text = url.trim();
    const whole = URL.canParse(text)
      ? new URL(text)
      : new URL(text.replace(/^\/+/, './'), this._base);
    whole.hash = '';
    return `mcp ${kind} ${whole.href}`;
  }
}
