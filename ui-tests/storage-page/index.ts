import * as faults from './faults';
import { runSuite } from './suite';

/** What the spec calls in the page. */
const storagePage = { runSuite, ...faults };

export type StoragePage = typeof storagePage;

Object.assign(window, { storagePage });
