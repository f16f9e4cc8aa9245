import type { IMiddlewareDeclaration } from '../../contract';
import { nudgeMiddleware } from './nudge';

/** Built-in middleware that is registered like any other. */
export const MIDDLEWARE: readonly IMiddlewareDeclaration[] = [
  nudgeMiddleware as IMiddlewareDeclaration
];
