import {
  type ITool,
  type IToolDeclaration,
  type ITranslator,
  type IProposal,
  type IToolContext,
  type IToolResult,
  WorkspaceError
} from '../../contract';
import { SetupError } from '../errors';
import { z } from 'zod';
import { truncateText } from '../../contract/text/truncate-text';

/** LangChain's own tool for the todo list. */
export const WRITE_TODOS = 'write_todos';

/** Ours, for when there are more tools than are offered. */
export const FIND_TOOLS = 'find_tools';

/**
 * Every tool there is, built in or from other extensions, in the order of
 * registration.
 *
 * @param known tools made from declarations before: the same declaration gives
 * the same tool.
 * @throws SetupError for a name that no provider accepts, or that is taken.
 */
export function toolSet(
  entries: readonly (ITool | IToolDeclaration)[],
  trans: ITranslator,
  known = new WeakMap<IToolDeclaration, ITool>()
): ITool[] {
  const taken = new Set([WRITE_TODOS, FIND_TOOLS]);
  return entries.map(entry => {
    const { name } = entry;
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
      throw new SetupError(
        trans.__(
          'A tool cannot be called “%1”: use 1 to 64 letters, digits, “_” and “-”.',
          name
        )
      );
    }
    if (taken.has(name)) {
      throw new SetupError(
        trans.__(
          'There are two tools called “%1”. The extension that added the second has to rename it.',
          name
        )
      );
    }
    taken.add(name);
    if (!isDeclaration(entry)) {
      return entry;
    }
    const tool = known.get(entry) ?? declaredTool(entry, trans);
    known.set(entry, tool);
    return tool;
  });
}

function isDeclaration(
  entry: ITool | IToolDeclaration
): entry is IToolDeclaration {
  return 'parameters' in entry;
}

/** The most characters of a result that the model reads. */
const MAX_RESULT = 20_000;

/** A tool made from a declaration; models get its arguments as declared. */
interface IDeclaredTool extends ITool<Record<string, unknown>> {
  jsonSchema: Record<string, unknown>;
}

export function isDeclared(tool: ITool): tool is IDeclaredTool {
  return 'jsonSchema' in tool;
}

/**
 * Wraps a tool of another extension as one of ours, with the same schema check,
 * policy, card and gate.
 *
 * @throws SetupError for a schema that cannot be used, or an effect without a
 * wording for its card.
 */
export function declaredTool(
  declaration: IToolDeclaration,
  translator: ITranslator
): IDeclaredTool {
  const { name, title, server, description, parameters, effect } = declaration;
  const { cellArguments = [], interrupt, interruptOn } = declaration;
  const problem = shapeProblem(declaration, translator);
  if (problem) {
    throw new SetupError(problem);
  }
  return {
    name,
    ...(title !== undefined && { title }),
    ...(server !== undefined && { server }),
    description,
    jsonSchema: parameters,
    schema: schemaOf(declaration, translator),
    cellArguments,
    effects: [effect],
    effect: () => effect,
    check: (args, context) => unknownCell(cellArguments, args, context),
    propose: (args, context) =>
      proposalOf(declaration, args, context.notebook.name),
    running: (args, trans) =>
      lineOf(declaration, args) ?? trans.__('Using %1', name),
    // An extension cannot set a rule by which nobody is asked.
    ...(interruptOn && { interruptOn }),
    ...(interrupt && {
      interrupt: args => cardWording(name, () => interrupt(args))
    }),
    async run(args, { signal, notebook, trans }) {
      if (!declaration.run) {
        return {
          text: 'The person could not be asked. Go on without an answer, and say what you assumed.',
          ok: false,
          summary: trans.__('%1 could not ask you', name)
        };
      }
      const returned = await declaration.run(args, {
        signal,
        notebook: notebook.path
      });
      return {
        ...declaredResult(name, returned, trans),
        stopped: signal.aborted || undefined
      };
    }
  };
}

/** What another extension returned, as the result of one of our tools. */
export function declaredResult(
  name: string,
  returned: string | { text: string; ok?: boolean; summary?: string },
  trans: ITranslator
): IToolResult {
  const result = typeof returned === 'string' ? { text: returned } : returned;
  return {
    text: truncateText(String(result.text), MAX_RESULT),
    ok: result.ok ?? true,
    summary: result.summary ?? trans.__('Used %1', name)
  };
}

/**
 * The problem with the first argument that should be a cell's id but is not.
 */
function unknownCell(
  cellArguments: readonly string[],
  args: Record<string, unknown>,
  { names, notebook }: IToolContext
): string | null {
  const unknown = cellArguments
    .flatMap(name => args[name] ?? [])
    .find(
      value => typeof value === 'string' && notebook.cell(value) === undefined
    );
  return unknown === undefined ? null : names.unknown(unknown as string);
}

/** Why a declaration cannot be used, as a sentence; null if it can. */
function shapeProblem(
  { name, effect, card, interrupt, run }: IToolDeclaration,
  trans: ITranslator
): string | null {
  if (effect !== 'read' && !card) {
    return trans.__(
      'The tool “%1” has the effect “%2” and no card: a person could not see what they approve.',
      name,
      effect
    );
  }
  if (effect !== 'read' && interrupt) {
    return trans.__(
      'The tool “%1” asks the person and has the effect “%2”; a tool that asks does nothing else.',
      name,
      effect
    );
  }
  return interrupt || run
    ? null
    : trans.__(
        'The tool “%1” does nothing: it needs something to run or a question to ask.',
        name
      );
}

function lineOf(
  { name, running }: IToolDeclaration,
  args: Record<string, unknown>
): string | undefined {
  try {
    return running?.(args);
  } catch (error) {
    // Only the wording is missing; the call itself may well work.
    console.warn(
      `Cellwright: the tool ${name} could not describe a call`,
      error
    );
    return undefined;
  }
}

function schemaOf(
  { name, parameters }: IToolDeclaration,
  trans: ITranslator
): z.ZodType<Record<string, unknown>> {
  try {
    if (parameters.type !== 'object') {
      throw new Error('its type is not "object"');
    }
    return z.fromJSONSchema(parameters) as z.ZodType<Record<string, unknown>>;
  } catch (error) {
    throw new SetupError(
      trans.__(
        'The parameters of the tool “%1” are not a usable JSON Schema: %2.',
        name,
        reasonOf(error)
      ),
      { cause: error }
    );
  }
}

function proposalOf(
  { name, card }: IToolDeclaration,
  args: Record<string, unknown>,
  place: string
): IProposal {
  const json = JSON.stringify(args, null, 2);
  const { title, sentence, text } = cardWording(name, () => card?.(args)) ?? {
    title: name,
    sentence: name
  };
  return {
    title,
    sentence,
    place,
    body: {
      kind: 'code',
      mimeType: text === undefined ? 'application/json' : 'text/plain',
      text: text ?? json
    }
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Calls a function of an extension that words a card; if it throws, the call is
 * refused.
 */
export function cardWording<T>(name: string, word: () => T): T {
  try {
    return word();
  } catch (error) {
    throw new WorkspaceError(
      'failed',
      `The tool ${name} could not say what this call does: ${reasonOf(error)}`,
      { cause: error }
    );
  }
}
