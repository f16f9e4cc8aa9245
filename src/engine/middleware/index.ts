import type { IMiddlewareDeclaration } from '../../contract';
import { continuationMiddleware } from './continuation';

/** Built-in middleware that is registered like any other. */
export const MIDDLEWARE: readonly IMiddlewareDeclaration[] = [
  continuationMiddleware as IMiddlewareDeclaration
];
