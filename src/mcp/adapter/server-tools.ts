import type { IMcpTool, ITranslator } from '../../contract';
import type { Connection } from '../connection/connection';
import { SchemaProblem } from '../schema/json-schema';
import { cleanLine } from '../wire/clean-text';
import { hashEntry } from './hash-entry';
import { mcpTool } from './mcp-tool';

/**
 * One server's tools as ours. A tool whose description has not changed stays
 * the same object; a tool that cannot be used is listed with the reason.
 */
export class ServerTools {
  /** Which tools were left out, and why; for the person. */
  problems: readonly string[] = [];

  private _tools = new Map<string, IMcpTool>();

  /** By hash, as last described. */
  private _known = new Map<string, IMcpTool>();

  constructor(
    private readonly _connection: Connection,
    private readonly _trans: ITranslator
  ) {}

  /** In the server's order. */
  get all(): readonly IMcpTool[] {
    return [...this._tools.values()];
  }

  /** Updates to the server's current list. */
  update(): void {
    const { tools: entries, setting } = this._connection;
    const after = new Map<string, IMcpTool>();
    const known = new Map<string, IMcpTool>();
    const problems: string[] = [];
    for (const entry of entries) {
      const name = cleanLine(entry.name, 100);
      try {
        const tool = this._known.get(hashEntry(entry)) ?? this._made(entry);
        known.set(tool.mcp.hash, tool);
        if (after.has(tool.name)) {
          problems.push(
            this._trans.__(
              'It has two tools called “%1”; the first one is used.',
              name
            )
          );
        } else if (!setting.disabledTools?.includes(tool.mcp.tool)) {
          after.set(tool.name, tool);
        }
      } catch (error) {
        if (!(error instanceof SchemaProblem)) {
          throw error;
        }
        problems.push(
          this._trans.__(
            'Its tool “%1” cannot be used: %2.',
            name,
            error.message
          )
        );
      }
    }
    if (this._connection.isCut) {
      problems.push(
        this._trans.__(
          'It has more tools than can be read; the rest are left out.'
        )
      );
    }
    this.problems = problems;
    this._tools = after;
    this._known = known;
  }

  /** The server is unavailable; its descriptions are kept for when it returns. */
  clear(): void {
    this._tools = new Map();
  }

  private _made(entry: Record<string, unknown>): IMcpTool {
    if (typeof entry.name !== 'string' || entry.name === '') {
      throw new SchemaProblem(this._trans.__('it has no name'));
    }
    const tool = mcpTool(entry, this._connection, this._trans, () =>
      this._tools.get(tool.name)
    );
    return tool;
  }
}
