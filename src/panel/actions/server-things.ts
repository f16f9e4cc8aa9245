import type {
  IAttachment,
  IMcpPrompt,
  IMcpResource,
  IMcpResourceTemplate,
  IMcpServers,
  IMcpService,
  ITranslator,
  McpServerStatus
} from '../../contract';
import { withoutHidden } from '../../contract/text/without-hidden';
import type {
  CompletionItem,
  IMentionState,
  IToFill
} from '../state/mention-at';

/** How many items are offered at once. */
const HOW_MANY = 20;

/** Most characters of a prompt that are put into the message. */
const MAX_PROMPT = 20_000;

/** Most characters of a name, and of the detail beside it in the list. */
const MAX_NAME = 100;
const MAX_DETAIL = 200;

/** States in which a server is not asked, because it offers nothing. */
const NONE: readonly McpServerStatus[] = ['off', 'failed'];

/** What the servers listed when the list was opened. */
interface IServerThings {
  resources: readonly IMcpResource[];
  templates: readonly IMcpResourceTemplate[];
  prompts: readonly IMcpPrompt[];
}

/**
 * What MCP servers offer to attach (`@`) or to say (`/`), and how it is used.
 */
export class ServerThings {
  private _servers: IMcpServers | null = null;

  /** By `@` or `/`. */
  private readonly _listed = new Map<'@' | '/', Promise<IServerThings>>();

  constructor(
    private readonly _mcp: IMcpService,
    private readonly _trans: ITranslator
  ) {}

  /** @param isNew whether to ask the servers again, which takes time. */
  async offered(
    { sign, query }: Pick<IMentionState, 'sign' | 'query'>,
    isNew: boolean
  ): Promise<CompletionItem[]> {
    let listed = this._listed.get(sign);
    if (!listed || isNew) {
      listed = this._list(sign);
      this._listed.set(sign, listed);
    }
    return this._matching(await listed, query);
  }

  /**
   * Connects the servers that are on, as a message does. One that fails has
   * nothing to offer; the servers page says why.
   */
  private async _list(sign: '@' | '/'): Promise<IServerThings> {
    if (this._mcp.list.every(({ status }) => NONE.includes(status))) {
      return { resources: [], templates: [], prompts: [] };
    }
    const servers = await this._mcp.load();
    this._servers = servers;
    const [resources, templates, prompts] = await Promise.all([
      sign === '@' ? settled(servers.resources()) : [],
      sign === '@' ? settled(servers.resourceTemplates()) : [],
      sign === '/' ? settled(servers.prompts()) : []
    ]);
    return { resources, templates, prompts };
  }

  /**
   * Items whose name begins with what was typed, then those that contain it
   * anywhere.
   */
  private _matching(
    { resources, templates, prompts }: IServerThings,
    query: string
  ): CompletionItem[] {
    const items = [
      ...resources.map(({ server, uri, name, description = '' }) => ({
        words: [name, uri, server, description],
        item: {
          attachment: { kind: 'resource' as const, server, uri, name },
          label: name,
          detail: this._of(server, uri)
        }
      })),
      ...templates.map(each => ({
        words: [each.name, each.uriTemplate, each.server],
        item: {
          fill: template(each),
          label: `${each.name} …`,
          detail: this._of(each.server, each.uriTemplate)
        }
      })),
      ...prompts.map(each => ({
        words: [each.name, each.title ?? '', each.server],
        item: {
          fill: prompt(each),
          label: `/${each.name.slice(0, MAX_NAME)}`,
          detail: this._of(each.server, each.description ?? each.title ?? '')
        }
      }))
    ];
    const wanted = query.toLowerCase();
    const found = items.filter(({ words }) =>
      words.some(word => word.toLowerCase().includes(wanted))
    );
    const isFirst = ({ words }: (typeof items)[number]): boolean =>
      words[0].toLowerCase().startsWith(wanted);
    return [...found.filter(isFirst), ...found.filter(each => !isFirst(each))]
      .slice(0, HOW_MANY)
      .map(({ item }) => item);
  }

  /** The attachment of a template whose gaps are filled in. */
  attachment(
    { server, id, name }: IToFill,
    values: Record<string, string>
  ): IAttachment {
    return {
      kind: 'resource',
      server,
      // It was listed, so the servers that fill it in are loaded.
      uri: this._servers?.fillTemplate(id, values) ?? id,
      name: [name, ...Object.values(values).filter(Boolean)].join(' ')
    };
  }

  /**
   * The text of a prompt, for the person to read, change and send as their own.
   *
   * @throws WorkspaceError
   */
  async words(
    { server, id }: IToFill,
    values: Record<string, string>
  ): Promise<string> {
    const given = Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== '')
    );
    const messages = await (await this._mcp.load()).prompt(server, id, given);
    const words = messages.map(({ role, text }) =>
      role === 'assistant'
        ? `${this._trans.__('(As the assistant would say:)')} ${text}`
        : text
    );
    return withoutHidden(words.join('\n\n')).slice(0, MAX_PROMPT);
  }

  private _of(server: string, what: string): string {
    return [server, what].filter(Boolean).join(': ').slice(0, MAX_DETAIL);
  }
}

function template({
  server,
  uriTemplate,
  name,
  arguments: gaps
}: IMcpResourceTemplate): IToFill {
  const fields = gaps.map(gap => ({ name: gap, required: true }));
  return { kind: 'template', server, id: uriTemplate, name, fields };
}

function prompt({
  server,
  name,
  title,
  arguments: fields
}: IMcpPrompt): IToFill {
  return {
    kind: 'prompt',
    server,
    id: name,
    name: (title ?? name).slice(0, MAX_NAME),
    fields
  };
}

async function settled<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list;
  } catch (reason) {
    console.warn('Cellwright could not list what MCP servers have.', reason);
    return [];
  }
}
