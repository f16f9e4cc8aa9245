import * as faults from './faults';
import * as lease from './lease';
import { runSuite } from './suite';

/** The functions that the spec calls in the page. */
const storagePage = { runSuite, ...faults, ...lease };

export type StoragePage = typeof storagePage;

Object.assign(window, { storagePage });
