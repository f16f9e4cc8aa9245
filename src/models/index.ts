export { abilitiesOf } from './context-windows';
export { explainFault } from './explain-fault';
export { isAbort, toModelFault } from './faults';
export type { IModelProvider } from './provider';
export { reasoningOf } from './reasoning';
export { provider, providerById, providers } from './registry';
export type { IConnection } from './test-connection';
export { connectionSentence, testConnection } from './test-connection';
