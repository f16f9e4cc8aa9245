export { abilitiesOf } from './context-windows';
export { explainFault } from './explain-fault';
export { isAbort, toModelFault } from './faults';
export type { IModelProvider } from './provider';
export { provider, providers } from './registry';
