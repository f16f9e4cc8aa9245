import * as langchain from 'langchain';
import type { AgentMiddleware } from 'langchain';
import type {
  IMiddlewareDeclaration,
  IMiddlewareRun,
  MiddlewarePlace
} from '../../contract';
import { SetupError } from '../errors';
import type { ICallContext } from '../calls/call-context';
import { AIMessage, type SystemMessage } from '@langchain/core/messages';
import { plainMessage } from './plain-message';

/** Hooks that are nodes of the graph, or that run where calls are allowed. */
const CLOSED = [
  'beforeAgent',
  'beforeModel',
  'afterModel',
  'afterAgent',
  'wrapToolCall',
  'tools',
  'stateSchema'
] as const;

/** Registered middleware by place, in the order of registration. */
export type ExtensionMiddleware = Record<MiddlewarePlace, AgentMiddleware[]>;

/**
 * Creates the registered middleware. It may only have `wrapModelCall`, and may
 * only return a message from it: a `Command` could skip the review, a state of
 * its own could hold decisions, and a hook around the tools could run something
 * other than the card showed.
 *
 * @throws SetupError that names the middleware and what it may not have.
 */
export function extensionMiddleware(
  declarations: readonly IMiddlewareDeclaration[],
  run: ICallContext
): ExtensionMiddleware {
  const { trans } = run.options;
  const created: ExtensionMiddleware = { outermost: [], innermost: [] };
  const taken = new Set<string>();
  for (const declaration of declarations) {
    const { name } = declaration;
    if (taken.has(name)) {
      throw new SetupError(
        trans.__(
          'There are two middlewares called “%1”. The extension that added the second has to rename it.',
          name
        )
      );
    }
    taken.add(name);
    created[declaration.place].push(guarded(declaration, run));
  }
  return created;
}

function guarded(
  declaration: IMiddlewareDeclaration,
  run: ICallContext
): AgentMiddleware {
  const { name } = declaration;
  const { trans } = run.options;
  let noted = false;
  const theirs = create(declaration, run, () => {
    noted = true;
  });
  const closed = CLOSED.filter(hook => theirs?.[hook] !== undefined);
  if (closed.length > 0) {
    throw new SetupError(
      trans.__(
        'The middleware “%1” has %2. An extension can only use wrapModelCall.',
        name,
        closed.join(', ')
      )
    );
  }
  const wrap = theirs?.wrapModelCall;
  if (!wrap) {
    throw new SetupError(
      trans.__(
        'The middleware “%1” has no wrapModelCall, so it does nothing.',
        name
      )
    );
  }
  const watchedWrap = withChangeNotes(run, name, {
    wrap: wrap as never,
    hasNoted: () => noted
  });
  return langchain.createMiddleware({
    // Under its registered name, with a prefix that keeps it apart from ours.
    name: `extension:${name}`,
    wrapModelCall: async (request, handler) => {
      noted = false;
      const answer = await watchedWrap(request as never, handler as never);
      if (!AIMessage.isInstance(answer)) {
        throw new SetupError(
          trans.__(
            'The middleware “%1” returned something other than a model’s answer.',
            name
          )
        );
      }
      return answer;
    }
  });
}

function create(
  { name, create }: IMiddlewareDeclaration,
  run: ICallContext,
  onNote: () => void
): Partial<AgentMiddleware> | undefined {
  try {
    return create(langchain, middlewareRun(run, onNote)) as
      Partial<AgentMiddleware> | undefined;
  } catch (error) {
    throw new SetupError(
      run.options.trans.__(
        'The middleware “%1” could not be created: %2',
        name,
        error instanceof Error ? error.message : String(error)
      ),
      { cause: error }
    );
  }
}

function middlewareRun(run: ICallContext, onNote: () => void): IMiddlewareRun {
  const { settings, trans } = run.options;
  const { reviewed } = run.turn;
  return {
    settings,
    // A getter: the notebook may be renamed.
    get notebook() {
      return run.options.notebook.path;
    },
    trans,
    reviewed,
    get stalls() {
      const { provider, choice } = run.recipient;
      return provider.stalls?.(choice) ?? false;
    },
    note: (title, body) => {
      onNote();
      run.note(() => ({ kind: 'middleware', title, body: body() }));
    }
  };
}

type Wrap = NonNullable<AgentMiddleware['wrapModelCall']>;
/**
 * The request as handed on: if it was changed, its system prompt may be in
 * either form.
 */
type Request = Omit<Parameters<Wrap>[0], 'systemMessage' | 'systemPrompt'> & {
  systemMessage?: SystemMessage;
  systemPrompt?: string;
};

/**
 * Wraps a middleware of another extension so that the debug view notes what it
 * changed in a request and in the answer. Nothing is compared while the view is
 * off.
 *
 * @param hasNoted whether the middleware added a note on the request itself.
 */
function withChangeNotes(
  { note, options: { settings, trans } }: ICallContext,
  name: string,
  { wrap, hasNoted }: { wrap: Wrap; hasNoted(): boolean }
): Wrap {
  return async (request, handler) => {
    if (!settings().debug) {
      return wrap(request, handler);
    }
    // Read first, since the middleware may change a request in place.
    const before = partsOf(request);
    let came: string | null = null;
    const answer = await wrap(request, async asked => {
      const after = partsOf(asked);
      const changed = changedParts(before, after);
      if (changed.length > 0 && !hasNoted()) {
        note(() => ({
          kind: 'middleware',
          title: trans.__('“%1” changed the request', name),
          body: { changed, ...newTexts(before, after) }
        }));
      }
      const got = await handler(asked);
      came = written(got);
      return got;
    });
    const given = written(answer);
    if (given !== null && given !== came) {
      note(() => ({
        kind: 'middleware',
        title: trans.__('“%1” changed the answer', name),
        body: plainMessage(answer as AIMessage)
      }));
    }
    return answer;
  };
}

/**
 * The parts of a request that reach a model: texts are compared by value,
 * everything else by identity.
 */
function partsOf(request: Request): Record<string, readonly unknown[]> {
  const { messages, tools, model, toolChoice, modelSettings } = request;
  return {
    system: [request.systemMessage?.text ?? '', request.systemPrompt ?? ''],
    messages: messages.map(each => JSON.stringify(plainMessage(each))),
    tools: [...(tools ?? [])],
    model: [model],
    toolChoice: [JSON.stringify(toolChoice)],
    modelSettings: [JSON.stringify(modelSettings)]
  };
}

type Parts = ReturnType<typeof partsOf>;

function changedParts(before: Parts, after: Parts): string[] {
  return Object.keys(before).filter(
    part =>
      before[part].length !== after[part].length ||
      before[part].some((value, index) => value !== after[part][index])
  );
}

/** The system prompt and messages that were added. */
function newTexts(before: Parts, after: Parts): Record<string, unknown> {
  const fresh = after.messages.filter(each => !before.messages.includes(each));
  const system = after.system.find(
    (text, index) => text !== before.system[index]
  );
  return {
    ...(system !== undefined && { system }),
    ...(fresh.length > 0 && {
      messages: fresh.map(each => JSON.parse(each as string) as unknown)
    })
  };
}

/**
 * The answer as JSON, to see whether it was changed; null for anything else.
 */
function written(answer: unknown): string | null {
  return AIMessage.isInstance(answer)
    ? JSON.stringify(plainMessage(answer))
    : null;
}
