import { type ILineSearch, matchLines } from './match-lines';

/** What a worker's own scope has of `Worker`; the page's `window` is none. */
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<ILineSearch>) => void;
  postMessage(answer: unknown): void;
};

scope.onmessage = ({ data }) => scope.postMessage(matchLines(data));
// The time limit is the pattern's alone, and not the network's.
scope.postMessage('ready');
