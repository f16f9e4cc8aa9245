import * as langchain from 'langchain';
import { AIMessage, type AgentMiddleware } from 'langchain';

import type {
  IMiddlewareDeclaration,
  IMiddlewareRun,
  MiddlewarePlace
} from '../../contract';
import { withChangeNotes } from './with-change-notes';
import { SetupError } from '../errors/errors';
import type { Note } from '../run-context/run-context';

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

/** What the middleware can use. */
export type IExtensionOptions = Omit<IMiddlewareRun, 'note'> & { note: Note };

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
  options: IExtensionOptions
): ExtensionMiddleware {
  const { trans } = options;
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
    made[declaration.place].push(guarded(declaration, options));
  }
  return made;
}

function guarded(
  declaration: IMiddlewareDeclaration,
  options: IExtensionOptions
): AgentMiddleware {
  const { name } = declaration;
  const { settings, trans, note } = options;
  let noted = false;
  const theirs = create(declaration, options, () => {
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
  const watchedWrap = withChangeNotes(
    { isOn: () => settings().debug, trans, note },
    name,
    { wrap: wrap as never, hasNoted: () => noted }
  );
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
  options: IExtensionOptions,
  onNote: () => void
): Partial<AgentMiddleware> | undefined {
  try {
    return create(langchain, middlewareRun(options, onNote)) as
      Partial<AgentMiddleware> | undefined;
  } catch (error) {
    throw new SetupError(
      options.trans.__(
        'The middleware “%1” could not be created: %2',
        name,
        error instanceof Error ? error.message : String(error)
      ),
      { cause: error }
    );
  }
}

function middlewareRun(
  options: IExtensionOptions,
  onNote: () => void
): IMiddlewareRun {
  const { settings, trans, reviewed } = options;
  return {
    settings,
    // A getter: a run from an earlier page looks up its notebook only when
    // needed.
    get notebook() {
      return options.notebook;
    },
    trans,
    reviewed,
    get stalls() {
      return options.stalls;
    },
    note: (title, body) => {
      onNote();
      options.note(() => ({ kind: 'middleware', title, body: body() }));
    }
  };
}
