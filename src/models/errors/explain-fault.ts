import {
  type IAgentError,
  type ITranslator,
  type ModelAddressProblem,
  type ModelFault,
  addressProblemText,
  isProxied,
  recipientText,
  thisPage
} from '../../contract';
import { modelFault } from './model-fault';

/**
 * A person's explanation of a fault: what happened, what is affected, and what
 * to do.
 *
 * Retry is always offered, because a key, a model or a server may have been
 * fixed in the meantime.
 */
export function explainFault(fault: unknown, trans: ITranslator): IAgentError {
  const known = modelFault(fault);
  return { code: known.code, retryable: true, ...explain(known, trans) };
}

type Explanation = Omit<IAgentError, 'code' | 'retryable'>;

function explain(fault: ModelFault, trans: ITranslator): Explanation {
  const { status, retryAfter } = fault.facts;
  const host =
    fault.facts.host === undefined
      ? trans.__('the model’s server')
      : recipientText(fault.facts.host, thisPage(), trans);
  const model = fault.facts.model || trans.__('the chosen model');
  const said = wordsOf(fault, trans);

  switch (fault.code) {
    case 'wrong-key':
      return {
        title: trans.__('The key was not accepted.'),
        text: sentences(
          trans.__('%1 refused the key, or needs one.', host),
          said,
          trans.__('Enter the key again or choose another model.')
        ),
        chooseModel: true
      };
    case 'unknown-model':
      return {
        title: trans.__('The model was not found.'),
        text: sentences(
          trans.__('%1 does not offer %2.', host, model),
          said,
          trans.__('Choose one from its list of models.')
        ),
        chooseModel: true
      };
    case 'unreachable':
      return {
        title: trans.__('The model can’t be reached.'),
        text: unreachable(host, trans),
        chooseModel: true
      };
    case 'address':
      return {
        title: trans.__('The base URL can’t be used.'),
        text: addressProblemText(
          fault.detail as ModelAddressProblem,
          thisPage(),
          trans
        ),
        chooseModel: true
      };
    case 'redirect':
      return {
        title: trans.__('The server sends requests elsewhere.'),
        text: sentences(
          trans.__(
            '%1 answered with a redirect. It was not followed: it would have sent your key and the conversation to an address that the browser does not show.',
            host
          ),
          isProxied(fault.facts.host ?? '')
            ? trans.__(
                'Enter the final address, or reload the page if Jupyter has logged you out.'
              )
            : trans.__(
                'Enter the final address; often it begins with https instead of http, or has a shorter path.'
              )
        ),
        chooseModel: true
      };
    case 'mixed-content':
      return {
        title: trans.__('The browser does not allow this address.'),
        text: sentences(
          trans.__(
            'This page was loaded over https, but %1 uses plain http, which browsers block.',
            host
          ),
          trans.__(
            'Use an https address, or the route through jupyter-server-proxy that the README describes.'
          )
        ),
        chooseModel: true
      };
    case 'rate-limit':
      return {
        title: trans.__('Too many requests.'),
        text: sentences(
          trans.__('%1 is accepting no more requests for now.', host),
          retryAfter === undefined
            ? trans.__('Wait a little and press Retry.')
            : trans.__('Press Retry in %1.', duration(retryAfter, trans))
        )
      };
    case 'server-error':
      if (fault.facts.unreadable) {
        return {
          title: trans.__('The model’s call could not be read.'),
          text: sentences(
            trans.__(
              '%1 could not read the call that %2 wrote; perhaps it did not fit into the output limit.',
              host,
              model
            ),
            said,
            trans.__(
              'Raise the limit for output tokens on the server, ask for less at once, or choose another model.'
            )
          ),
          chooseModel: true
        };
      }
      return {
        title: trans.__('The model’s server failed.'),
        text: sentences(
          status === undefined
            ? trans.__('%1 reported an error of its own.', host)
            : trans.__('%1 reported an error of its own (%2).', host, status),
          said,
          trans.__('Press Retry; if it fails again, look at the server’s log.')
        )
      };
    case 'context-too-long':
      return {
        title: trans.__('The conversation is too long for the model.'),
        text: sentences(
          trans.__('It is longer than what %1 can read at once.', model),
          trans.__(
            'Press “Summarise and retry”, or choose a model with a larger context.'
          )
        ),
        chooseModel: true,
        summarise: true
      };
    case 'nothing-came':
      return {
        title: trans.__('Nothing came back.'),
        text: sentences(
          trans.__(
            '%1 accepted the request but ended its answer before the first word.',
            host
          ),
          fault.facts.sentTokens === undefined
            ? trans.__(
                'The request may have been longer than %1 can read at once.',
                model
              )
            : trans.__(
                'About %1 tokens were sent (an estimate), which may be more than %2 can read at once.',
                fault.facts.sentTokens.toLocaleString('en'),
                model
              ),
          trans.__(
            'Press “Summarise and retry”, or choose a model with a larger context.'
          )
        ),
        chooseModel: true,
        summarise: true
      };
    case 'cut-stream':
      return {
        title: trans.__('The answer was cut off.'),
        text: sentences(
          trans.__('The connection to %1 ended in the middle of it.', host),
          trans.__('None of it was run. Press Retry.')
        )
      };
    case 'not-json':
      return {
        title: trans.__('That was not a model’s answer.'),
        text: sentences(
          fault.facts.page === undefined &&
            trans.__('%1 sent something else.', host),
          said,
          trans.__(
            'Check the base URL (most end in /v1) and whether you need to log in.'
          )
        ),
        chooseModel: true
      };
    case 'empty-answer':
      return {
        title: trans.__('The model gave an empty answer.'),
        text: sentences(
          trans.__('%1 sent neither text nor a tool call.', model),
          trans.__('Press Retry, or rephrase your message.')
        )
      };
    case 'refused':
      return {
        title: trans.__('The request was refused.'),
        text: sentences(
          trans.__('%1 rejected the request.', host),
          said,
          trans.__('Check the model’s settings and your account there.')
        ),
        chooseModel: true
      };
    case 'other':
      return other(fault, host, said, trans);
    default:
      return noSentence(fault.code);
  }
}

/** The server's own message, or a note that it sent a web page. */
function wordsOf({ detail, facts }: ModelFault, trans: ITranslator): string {
  const { page, host } = facts;
  if (page === undefined) {
    return detail && trans.__('It said: “%1”', detail);
  }
  const who =
    host === undefined
      ? trans.__('It')
      : recipientText(host, thisPage(), trans);
  return page === ''
    ? trans.__('%1 sent a web page instead of a model’s answer.', who)
    : trans.__(
        '%1 sent a web page (%2) instead of a model’s answer.',
        who,
        page
      );
}

/** The server is not running, or the server or the browser blocks our request. */
function unreachable(host: string, trans: ITranslator): string {
  const allow = trans.__(
    '“--allowed-origins” for vLLM, “Enable CORS” in LM Studio, OLLAMA_ORIGINS for Ollama; llama.cpp allows it by itself'
  );
  const proxy = trans.__(
    'The README also describes a route through jupyter-server-proxy.'
  );
  return isLocal(host) && !isLocal(globalThis.location?.host ?? host)
    ? sentences(
        trans.__(
          '%1 can’t be reached: it may not be running, or the browser may be blocking this page from your local network.',
          host
        ),
        trans.__(
          'Start it, allow “Local network access” for this page (the icon in front of its address), and allow this page’s origin on the model server (CORS): %1.',
          allow
        ),
        proxy
      )
    : sentences(
        trans.__(
          '%1 is not running, or does not allow requests from this page (CORS).',
          host
        ),
        trans.__('Start it, or allow this page there: %1.', allow),
        proxy
      );
}

/** Whether a host is this machine, or in a network that only this machine can reach. */
function isLocal(host: string): boolean {
  return /^(localhost|.+\.(localhost|local)|127(\.\d+){3}|\[::1\]|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})(:\d+)?$/.test(
    host
  );
}

/**
 * A wrong path, an invalid base URL, and every other fault without an
 * explanation of its own.
 */
function other(
  fault: ModelFault,
  host: string,
  said: string,
  trans: ITranslator
): Explanation {
  if (fault.facts.status !== undefined) {
    return {
      title: trans.__('There is no model at this address.'),
      text: sentences(
        trans.__('%1 does not know this path (%2).', host, fault.facts.status),
        isProxied(fault.facts.host ?? '')
          ? trans.__(
              'Is jupyter-server-proxy installed beside JupyterLab? If it is, check the base URL; most end in /v1.'
            )
          : trans.__('Check the base URL; most end in /v1.')
      ),
      chooseModel: true
    };
  }
  return {
    title: trans.__('The model call failed.'),
    text: sentences(
      said || trans.__('The reason is not known.'),
      trans.__('Press Retry, or choose another model.')
    ),
    chooseModel: true
  };
}

function duration(ms: number, trans: ITranslator): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120
    ? trans._n('%1 second', '%1 seconds', seconds)
    : trans._n('%1 minute', '%1 minutes', Math.ceil(seconds / 60));
}

function sentences(...parts: (string | false)[]): string {
  return parts
    .filter(part => part !== false && part !== '')
    .map(part => (/[.!?]”?$/.test(String(part)) ? part : `${part}.`))
    .join(' ');
}

function noSentence(code: never): never {
  throw new Error(`No sentence for the fault "${code}".`);
}
