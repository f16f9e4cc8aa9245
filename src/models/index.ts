export { abilitiesOf } from './provider/abilities';
export { shortChoice } from './provider/options';
export { explainFault } from './errors/explain-fault';
export { modelFault } from './errors/model-fault';
export type { IModelProvider } from './provider/model-provider';
export {
  answerReasoning,
  answerText,
  endOf,
  reasoningOf
} from './chat/reasoning';
export { provider, providerById, providers } from './providers';
export { testConnection } from './connection/test-connection';
