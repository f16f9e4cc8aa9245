import {
  isDamagedError,
  isModelFault,
  isWorkspaceError,
  type IAgentError,
  type ITranslator
} from '../../contract';
import { explainFault, modelFault } from '../../models';
import { SetupError, UndisclosedModelError, causeIn } from './errors';

/** Explains a model's error to the person. */
export function explainModelError(
  error: unknown,
  trans: ITranslator
): IAgentError {
  return explainFault(isModelFault(error) ? error : modelFault(error), trans);
}

/** Explains to the person what ended a run. */
export function explainRunError(
  error: unknown,
  trans: ITranslator
): IAgentError {
  if (isWorkspaceError(error)) {
    return {
      code: error.code,
      title:
        error.code === 'notebook-closed'
          ? trans.__('Cellwright needs a notebook.')
          : trans.__('Cellwright cannot continue yet.'),
      text: error.message,
      retryable: true
    };
  }
  const storage = causeIn(error, each => each.name === 'ThreadError');
  if (storage) {
    const damaged = isDamagedError(storage);
    return {
      code: 'storage',
      title: damaged
        ? trans.__('The conversation could not be read.')
        : trans.__('The conversation could not be saved.'),
      text: storage.message,
      retryable: !damaged
    };
  }
  const setup = causeIn(error, each => each instanceof SetupError);
  if (setup) {
    return {
      code: 'setup',
      title: trans.__('Something in the setup is wrong.'),
      text: setup.message,
      retryable: true
    };
  }
  const untold = causeIn(error, each => each instanceof UndisclosedModelError);
  if (untold) {
    return {
      code: 'untold',
      title: trans.__('This model has not been confirmed yet.'),
      text: untold.message,
      retryable: true,
      chooseModel: true
    };
  }
  return explainModelError(error, trans);
}
