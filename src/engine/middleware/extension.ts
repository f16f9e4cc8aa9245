import * as langchain from 'langchain';
import type { AgentMiddleware } from 'langchain';
import type {
  IMiddlewareDeclaration,
  IMiddlewareRun,
  MiddlewarePlace
} from '../../contract';
import { SetupError } from '../errors';
import type { IRunContext } from '../run/run-context';
import { AIMessage } from '@langchain/core/messages';

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
  run: IRunContext
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
  run: IRunContext
): AgentMiddleware {
  const { name } = declaration;
  const { trans } = run.options;
  const theirs = create(declaration, run);
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
  return langchain.createMiddleware({
    // Under its registered name, with a prefix that keeps it apart from ours.
    name: `extension:${name}`,
    wrapModelCall: async (request, handler) => {
      const answer = await wrap(request, handler);
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
  run: IRunContext
): Partial<AgentMiddleware> | undefined {
  try {
    return create(langchain, middlewareRun(run)) as
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

function middlewareRun(run: IRunContext): IMiddlewareRun {
  const { settings, trans } = run.options;
  return {
    settings,
    // A getter: the notebook may be renamed.
    get notebook() {
      return run.options.notebook.path;
    },
    trans,
    note: (title, body) =>
      run.note(() => ({ kind: 'middleware', title, body: body() }))
  };
}
