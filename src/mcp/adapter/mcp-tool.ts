import type { CallToolResult, Progress } from '@modelcontextprotocol/client';
import { z } from 'zod';

import {
  type IMcpHints,
  type IMcpTool,
  type IToolContext,
  type IToolResult,
  type ITranslator
} from '../../contract';
import { CallFailure, callTool } from '../connection/call-tool';
import type { Connection, Entry } from '../connection/connection';
import { resultThings } from '../results/result-things';
import { callText } from '../results/call-text';
import {
  SchemaProblem,
  argumentSchema,
  valueCheck,
  type JsonSchema,
  type ValueCheck
} from '../schema/json-schema';
import { cleanLine, cleanText } from '../wire/clean-text';
import { hashEntry } from './hash-entry';
import { toolName } from './tool-name';
import { isWithin } from '../schema/is-within';
import { isRecord } from '../../contract/util/is-record';

/** Maximum length of a description for models, and of a title. */
const MOST_DESCRIPTION = 1024;
const MOST_TITLE = 60;
/** Maximum length of a tool's name in a sentence. */
const MOST_NAME = 80;
/** Maximum length of the full description on a card. */
const MOST_SAID = 8_000;

/**
 * Makes a server's tool one of ours: with the same argument check, policy,
 * card, gate and journal.
 *
 * @param current what the server says about the tool now; undefined if it is
 * gone.
 * @throws SchemaProblem for arguments that cannot be used.
 */
export function mcpTool(
  entry: Entry,
  connection: Connection,
  trans: ITranslator,
  current: () => IMcpTool | undefined
): IMcpTool {
  const server = connection.setting.name;
  const tool = String(entry.name);
  const annotations = isRecord(entry.annotations) ? entry.annotations : {};
  // A title may say anything, so sentences name the tool as it is called.
  const named = cleanLine(tool, MOST_NAME);
  const title =
    cleanLine(entry.title ?? annotations.title, MOST_TITLE) || named;
  const host = connection.address?.host ?? '';
  const jsonSchema = argumentSchema(entry.inputSchema ?? {}, trans);
  const hash = hashEntry(entry);
  if (isRecord(entry.execution) && entry.execution.taskSupport === 'required') {
    throw new SchemaProblem(
      trans.__('it can only be called as a task, which Cellwright does not do')
    );
  }
  const { url } = connection.address ?? {};
  // Where calls go, without the address's query, which may contain keys.
  const address = url ? url.origin + url.pathname : '';
  const hints = hintsOf(annotations);
  const says = saysOf(entry, hash, trans);
  const whose = { server, address, tool, hash };
  return {
    name: toolName(server, tool),
    title,
    server,
    description: `[${server}] ${cleanText(entry.description, MOST_DESCRIPTION) || title}`,
    jsonSchema,
    schema: checkedArguments(jsonSchema),
    tidy: args => withDefaults(jsonSchema, args),
    mcp: { ...whose, host, title, hints, says },
    effects: ['network'],
    effect: () => 'network',
    policy: () => ({ serverTool: whose }),
    propose: args => ({
      // The server's name comes first, because a server may give a tool the
      // name of one of ours.
      title: trans.__('%1 · “%2”', server, named),
      sentence: trans.__(
        'Send this to the server “%1” (%2), for its tool “%3”.',
        server,
        host,
        named
      ),
      place: host,
      body: {
        kind: 'arguments',
        schema: jsonSchema,
        text: JSON.stringify(args, null, 2)
      },
      editable: '',
      server: {
        ...whose,
        host,
        title,
        hints: HINTS.filter(name => hints[name]),
        says
      },
      // The description that was current when the person decided.
      basis: hash
    }),
    running: (_, translator) => translator.__('Asking %1: “%2”', server, named),
    async run(args, context) {
      try {
        const result = await callTool(connection, {
          tool,
          args,
          verify: () => verify(current(), hash, server),
          ask: context.ask,
          rounds: context.rounds,
          signal: context.signal,
          progress: progress =>
            context.progress({
              text: progressText(progress, context.trans),
              ...doneOf(progress)
            })
        });
        return await resultOf(result, { server, named }, context);
      } catch (error) {
        if (error instanceof CallFailure) {
          return failed(error, named, context.trans);
        }
        throw error;
      }
    }
  };
}

/**
 * Many models write `null` for an argument that they mean to leave out: it stays
 * only where it is required. What is required and missing gets the
 * default that the server names.
 */
function withDefaults(
  { properties, required }: Record<string, unknown>,
  args: Record<string, unknown>
): Record<string, unknown> {
  const known = isRecord(properties) ? properties : {};
  const needed = Array.isArray(required) ? required : [];
  const given = Object.entries(args).filter(
    ([name, value]) => value !== null || needed.includes(name)
  );
  const defaults = needed.flatMap(name => {
    const property = known[name];
    return isRecord(property) && property.default !== undefined
      ? [[name, property.default] as const]
      : [];
  });
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(given) };
}

/** What a card can show: each level is indented more than the one around it. */
const SHOWN = { characters: Infinity, values: 40_000, depth: 64 };

/**
 * The check is created when first needed, because a server may have hundreds of
 * tools. A schema that cannot be used leaves it to the server.
 */
function checkedArguments(
  jsonSchema: JsonSchema
): z.ZodType<Record<string, unknown>> {
  let check: ValueCheck | undefined;
  const issuesOf: ValueCheck = args => {
    if (!isWithin(args, SHOWN)) {
      return [{ path: [], message: 'too much, or too deep in each other' }];
    }
    try {
      return (check ??= valueCheck(jsonSchema))(args);
    } catch (error) {
      console.debug('Cellwright: a schema cannot be used', error);
      return [];
    }
  };
  return z.record(z.string(), z.unknown()).superRefine((args, context) => {
    for (const { path, message } of issuesOf(args)) {
      context.addIssue({ code: 'custom', path, message });
    }
  });
}

const HINTS = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

function hintsOf(annotations: Record<string, unknown>): IMcpHints {
  return Object.fromEntries(
    HINTS.map(name => [name, annotations[`${name}Hint`]] as const).filter(
      ([, value]) => typeof value === 'boolean'
    )
  );
}

/**
 * The server's description of a tool, in a fixed order. Where it is cut, a change
 * of what is left out shows too.
 */
function saysOf(entry: Entry, hash: string, trans: ITranslator): string {
  const {
    name: _,
    title,
    description,
    inputSchema,
    annotations,
    ...more
  } = entry;
  const rest = { title, annotations, inputSchema, ...more };
  const text = `${cleanText(description, MOST_SAID)}\n${JSON.stringify(rest, null, 2)}`;
  return text.length > MOST_SAID
    ? `${text.slice(0, MOST_SAID)}…\n${trans.__('This goes on; the whole has the mark %1.', hash.slice(0, 16))}`
    : text;
}

/** Refuses the call if the tool is no longer the one that was decided on. */
function verify(now: IMcpTool | undefined, hash: string, server: string): void {
  if (!now) {
    throw new CallFailure(
      'changed',
      `The server “${server}” no longer offers this tool. Nothing was done. Go on without it.`
    );
  }
  if (now.mcp.hash !== hash) {
    throw new CallFailure(
      'changed',
      `The server “${server}” has changed this tool since it was offered. Nothing was done. Call it again as it is described now.`
    );
  }
}

async function resultOf(
  result: CallToolResult,
  { server, named }: { server: string; named: string },
  { images, trans }: IToolContext
): Promise<IToolResult> {
  const beside = resultThings(result, server);
  const { sounds, links } = beside;
  const output = {
    ...(await callText(result, images, beside)),
    ...(sounds.length > 0 && { sounds }),
    ...(links.length > 0 && { links })
  };
  return result.isError
    ? { ...output, ok: false, summary: trans.__('“%1” failed', named) }
    : {
        ...output,
        ok: true,
        summary: trans.__('Used “%1” of %2', named, server)
      };
}

function failed(
  { kind, message }: CallFailure,
  named: string,
  trans: ITranslator
): IToolResult {
  const summaries = {
    stopped: trans.__('“%1” was stopped', named),
    timeout: trans.__('“%1” did not answer in time', named),
    lost: trans.__('“%1”: the connection was lost', named),
    refused: trans.__('“%1”: the call was refused', named),
    changed: trans.__(
      '“%1” has changed in the meantime, so it was not called',
      named
    )
  };
  return {
    text: message,
    ok: false,
    summary: summaries[kind],
    stopped: kind === 'stopped' || undefined
  };
}

/** A server may send any numbers. */
function doneOf({ progress, total }: Progress): { done?: number } {
  return total !== undefined && total > 0 && Number.isFinite(progress / total)
    ? { done: Math.min(1, Math.max(0, progress / total)) }
    : {};
}

function progressText(
  { progress, total, message }: Progress,
  trans: ITranslator
): string {
  const count =
    total === undefined
      ? String(progress)
      : trans.__('%1 of %2', progress, total);
  const words = cleanLine(message, 200);
  return words ? `${words} (${count})` : count;
}
