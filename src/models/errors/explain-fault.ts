import {
  type IAgentError,
  type ITranslator,
  type ModelAddressProblem,
  type ModelFault,
  type ModelFaultCode,
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
  const { code, facts, detail } = modelFault(fault);
  const about: IAbout = {
    trans,
    detail,
    ...facts,
    isProxy: isProxied(facts.host ?? ''),
    host:
      facts.host === undefined
        ? trans.__('the model’s server')
        : recipientText(facts.host, thisPage(), trans),
    model: facts.model || trans.__('the chosen model'),
    text: wordsOf(facts, detail, trans)
  };
  const isUnread = code === 'server-error' && facts.unreadable === true;
  const [title, ...text] = (isUnread ? unreadCall : TEXTS[code])(about);
  return {
    code,
    retryable: true,
    title: String(title),
    text: text
      .filter(part => part !== false && part !== '')
      .map(part => (/[.!?]”?$/.test(String(part)) ? part : `${part}.`))
      .join(' '),
    ...((isUnread || !OF_NO_MODEL.includes(code)) && { chooseModel: true }),
    ...(['context-too-long', 'nothing-came'].includes(code) && {
      summarise: true
    })
  };
}

/** What the sentences about a fault may mention. */
interface IAbout extends Omit<ModelFault['facts'], 'host' | 'model'> {
  trans: ITranslator;
  detail: string;
  /** Whom it is about, in words. */
  host: string;
  model: string;
  isProxy: boolean;
  /** The server's own words, as a sentence; may be empty. */
  text: string;
}

/** Title and sentences; those that do not apply are false or empty. */
type Explain = (about: IAbout) => (string | false)[];

/** Faults for which another model would be no better. */
const OF_NO_MODEL: ModelFaultCode[] = [
  'rate-limit',
  'server-error',
  'cut-stream',
  'empty-answer'
];

const TEXTS: Record<ModelFaultCode, Explain> = {
  'wrong-key': ({ trans, host, text }) => [
    trans.__('The key was not accepted.'),
    trans.__('%1 refused the key, or needs one.', host),
    text,
    trans.__('Enter the key again or choose another model.')
  ],
  'unknown-model': ({ trans, host, model, text }) => [
    trans.__('The model was not found.'),
    trans.__('%1 does not offer %2.', host, model),
    text,
    trans.__('Choose one from its list of models.')
  ],
  unreachable,
  address: ({ trans, detail }) => [
    trans.__('The base URL can’t be used.'),
    addressProblemText(detail as ModelAddressProblem, thisPage(), trans)
  ],
  redirect: ({ trans, host, isProxy }) => [
    trans.__('The server sends requests elsewhere.'),
    trans.__(
      '%1 answered with a redirect. It was not followed: it would have sent your key and the conversation to an address that the browser does not show.',
      host
    ),
    isProxy
      ? trans.__(
          'Enter the final address, or reload the page if Jupyter has logged you out.'
        )
      : trans.__(
          'Enter the final address; often it begins with https instead of http, or has a shorter path.'
        )
  ],
  'mixed-content': ({ trans, host }) => [
    trans.__('The browser does not allow this address.'),
    trans.__(
      'This page was loaded over https, but %1 uses plain http, which browsers block.',
      host
    ),
    trans.__(
      'Use an https address, or the route through jupyter-server-proxy that the README describes.'
    )
  ],
  'rate-limit': ({ trans, host, retryAfter }) => [
    trans.__('Too many requests.'),
    trans.__('%1 is accepting no more requests for now.', host),
    retryAfter === undefined
      ? trans.__('Wait a little and press Retry.')
      : trans.__('Press Retry in %1.', duration(retryAfter, trans))
  ],
  'server-error': ({ trans, host, status, text }) => [
    trans.__('The model’s server failed.'),
    status === undefined
      ? trans.__('%1 reported an error of its own.', host)
      : trans.__('%1 reported an error of its own (%2).', host, status),
    text,
    trans.__('Press Retry; if it fails again, look at the server’s log.')
  ],
  'context-too-long': ({ trans, model }) => [
    trans.__('The conversation is too long for the model.'),
    trans.__('It is longer than what %1 can read at once.', model),
    summariseText(trans)
  ],
  'nothing-came': ({ trans, host, model, sentTokens }) => [
    trans.__('Nothing came back.'),
    trans.__(
      '%1 accepted the request but ended its answer before the first word.',
      host
    ),
    sentTokens === undefined
      ? trans.__(
          'The request may have been longer than %1 can read at once.',
          model
        )
      : trans.__(
          'About %1 tokens were sent (an estimate), which may be more than %2 can read at once.',
          sentTokens.toLocaleString('en'),
          model
        ),
    summariseText(trans)
  ],
  'cut-stream': ({ trans, host }) => [
    trans.__('The answer was cut off.'),
    trans.__('The connection to %1 ended in the middle of it.', host),
    trans.__('None of it was run. Press Retry.')
  ],
  'not-json': ({ trans, host, page, text }) => [
    trans.__('That was not a model’s answer.'),
    page === undefined && trans.__('%1 sent something else.', host),
    text,
    trans.__(
      'Check the base URL (most end in /v1) and whether you need to log in.'
    )
  ],
  'empty-answer': ({ trans, model }) => [
    trans.__('The model gave an empty answer.'),
    trans.__('%1 sent neither text nor a tool call.', model),
    trans.__('Press Retry, or rephrase your message.')
  ],
  refused: ({ trans, host, text }) => [
    trans.__('The request was refused.'),
    trans.__('%1 rejected the request.', host),
    text,
    trans.__('Check the model’s settings and your account there.')
  ],
  // With a status, a wrong path or base URL.
  other: ({ trans, host, status, isProxy, text }) =>
    status === undefined
      ? [
          trans.__('The model call failed.'),
          text || trans.__('The reason is not known.'),
          trans.__('Press Retry, or choose another model.')
        ]
      : [
          trans.__('There is no model at this address.'),
          trans.__('%1 does not know this path (%2).', host, status),
          isProxy
            ? trans.__(
                'Is jupyter-server-proxy installed beside JupyterLab? If it is, check the base URL; most end in /v1.'
              )
            : trans.__('Check the base URL; most end in /v1.')
        ]
};

function unreadCall({ trans, host, model, text }: IAbout): string[] {
  return [
    trans.__('The model’s call could not be read.'),
    trans.__(
      '%1 could not read the call that %2 wrote; perhaps it did not fit into the output limit.',
      host,
      model
    ),
    text,
    trans.__(
      'Raise the limit for output tokens on the server, ask for less at once, or choose another model.'
    )
  ];
}

function summariseText(trans: ITranslator): string {
  return trans.__(
    'Press “Summarise and retry”, or choose a model with a larger context.'
  );
}

/** The server's own message, or a note that it sent a web page. */
function wordsOf(
  { page, host }: ModelFault['facts'],
  detail: string,
  trans: ITranslator
): string {
  if (page === undefined) {
    return detail && trans.__('It said: “%1”', detail);
  }
  const who = host
    ? recipientText(host, thisPage(), trans)
    : trans.__('The server');
  return page === ''
    ? trans.__('%1 sent a web page instead of a model’s answer.', who)
    : trans.__(
        '%1 sent a web page (“%2”) instead of a model’s answer.',
        who,
        page
      );
}

/** The server is not running, or the server or the browser blocks our request. */
function unreachable({ trans, host }: IAbout): string[] {
  const allow = trans.__(
    '“--allowed-origins” for vLLM, “Enable CORS” in LM Studio, OLLAMA_ORIGINS for Ollama; llama.cpp allows it by itself'
  );
  const isNear = isLocal(host) && !isLocal(globalThis.location?.host ?? host);
  return [
    trans.__('The model can’t be reached.'),
    isNear
      ? trans.__(
          '%1 can’t be reached: it may not be running, or the browser may be blocking this page from your local network.',
          host
        )
      : trans.__(
          '%1 is not running, or does not allow requests from this page (CORS).',
          host
        ),
    isNear
      ? trans.__(
          'Start it, allow “Local network access” for this page (the icon in front of its address), and allow this page’s origin on the model server (CORS): %1.',
          allow
        )
      : trans.__('Start it, or allow this page there: %1.', allow),
    trans.__('The README also describes a route through jupyter-server-proxy.')
  ];
}

/** Whether a host is this machine, or in a network that only this machine can reach. */
function isLocal(host: string): boolean {
  return /^(localhost|.+\.(localhost|local)|127(\.\d+){3}|\[::1\]|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})(:\d+)?$/.test(
    host
  );
}

function duration(ms: number, trans: ITranslator): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120
    ? trans._n('%1 second', '%1 seconds', seconds)
    : trans._n('%1 minute', '%1 minutes', Math.ceil(seconds / 60));
}
