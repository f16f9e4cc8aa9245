import type { IMiddlewareDeclaration } from '../../contract';
import { continuationMiddleware } from './continuation';

/** What is built in and registers like any other middleware. */
export const MIDDLEWARE: readonly IMiddlewareDeclaration[] = [
  continuationMiddleware as IMiddlewareDeclaration
];
