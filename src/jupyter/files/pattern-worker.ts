import { type ILineSearch, matchLines } from './match-lines';

/** The part of a worker's global scope that is used here; `window` lacks it. */
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<ILineSearch>) => void;
  postMessage(answer: unknown): void;
};

scope.onmessage = ({ data }) => scope.postMessage(matchLines(data));
// Starts the time limit, which counts only the pattern and not the download.
scope.postMessage('ready');
