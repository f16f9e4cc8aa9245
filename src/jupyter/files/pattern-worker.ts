import { type ILineSearch, matchLines } from './match-lines';

/** The part of `Worker` that a worker's global scope has; `window` lacks it. */
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<ILineSearch>) => void;
  postMessage(answer: unknown): void;
};

scope.onmessage = ({ data }) => scope.postMessage(matchLines(data));
// The time limit is the pattern's alone, and not the network's.
scope.postMessage('ready');
