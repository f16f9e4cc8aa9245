import * as langchain from 'langchain';
import { AIMessage } from 'langchain';
import type { AgentMiddleware } from 'langchain';

import type {
  IMiddlewareDeclaration,
  IMiddlewareRun,
  MiddlewarePlace
} from '../../contract';
import { noteDebug } from '../run-context/note-debug';
import { withChangeNotes } from './with-change-notes';
import { SetupError } from '../errors/errors';
import type { Run } from '../run/run';

/** Hooks that are nodes, or that stand where calls are let through. */
const CLOSED = [
  'beforeAgent',
  'beforeModel',
  'afterModel',
  'afterAgent',
  'wrapToolCall',
  'tools',
  'stateSchema'
] as const;

/** Registered middleware, by place, in the order it was registered. */
export type ExtensionMiddleware = Record<MiddlewarePlace, AgentMiddleware[]>;

/**
 * Makes the middleware that was registered. Only `wrapModelCall` is open to
 * it, and only a message comes back from there: a `Command` could jump past
 * review, a state of its own could hold decisions, and a hook around the tools
 * could run something else than the card showed.
 *
 * @throws SetupError that names the middleware and what it may not have.
 */
export function extensionMiddleware(
  declarations: readonly IMiddlewareDeclaration[],
  run: Run
): ExtensionMiddleware {
  const { trans } = run.options;
  const made: ExtensionMiddleware = { outermost: [], innermost: [] };
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
    made[declaration.place].push(guarded(declaration, run));
  }
  return made;
}

function guarded(
  declaration: IMiddlewareDeclaration,
  run: Run
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
    // Under the name it was registered by, and apart from ours.
    name: `extension:${name}`,
    wrapModelCall: async (request, handler) => {
      noted = false;
      const answer = await watchedWrap(request as never, handler as never);
      if (!AIMessage.isInstance(answer)) {
        throw new SetupError(
          trans.__(
            'The middleware “%1” gave back something else than the answer of a model.',
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
  run: Run,
  onNote: () => void
): Partial<AgentMiddleware> | undefined {
  try {
    return create(langchain, middlewareRun(run, onNote)) as
      Partial<AgentMiddleware> | undefined;
  } catch (error) {
    throw new SetupError(
      run.options.trans.__(
        'The middleware “%1” could not be made: %2',
        name,
        error instanceof Error ? error.message : String(error)
      ),
      { cause: error }
    );
  }
}

function middlewareRun(run: Run, onNote: () => void): IMiddlewareRun {
  const { settings, trans } = run.options;
  return {
    settings,
    // Asked late: a run of an earlier page finds its notebook when it needs it.
    get notebook() {
      return run.options.notebook.path;
    },
    trans,
    reviewed: run.reviewed,
    get stalls() {
      const { provider, choice } = run.recipient;
      return provider.stalls?.(choice) ?? false;
    },
    note: (title, body) => {
      onNote();
      noteDebug(run, () => ({ kind: 'middleware', title, body: body() }));
    }
  };
}
