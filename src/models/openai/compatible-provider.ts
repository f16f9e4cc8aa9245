import type { IModelPreset, ITranslator } from '../../contract';
import { callsInText, callsInTextOption } from '../chat/calls-in-text';
import { chatCompletions } from './openai-provider';
import { shortModelOption } from '../provider/short-choice';
import type { IModelProvider } from '../provider/model-provider';

/** vLLM, and any other server that speaks OpenAI's protocol. */
export const compatibleProvider: IModelProvider = {
  ...chatCompletions(''),
  id: 'compatible',

  callsInText,

  info: trans => ({
    id: 'compatible',
    title: trans.__('vLLM and other OpenAI-compatible servers'),
    description: trans.__(
      'Any server that speaks OpenAI’s protocol, on your machine or elsewhere.'
    ),
    key: 'optional',
    address: true,
    presets: presets(trans),
    options: [
      {
        name: 'keyHeader',
        title: trans.__('How the key is sent'),
        kind: 'choice',
        values: [
          { value: 'auto', title: trans.__('As the server wants it') },
          { value: 'bearer', title: trans.__('Authorization: Bearer …') },
          { value: 'api-key', title: trans.__('api-key: …') }
        ],
        default: 'auto'
      },
      {
        name: 'apiVersion',
        title: trans.__('API version'),
        description: trans.__(
          'Added to the address as “api-version”. Azure’s addresses with a deployment need one.'
        ),
        kind: 'text',
        default: ''
      },
      callsInTextOption(trans),
      shortModelOption(trans)
    ],
    models: [],
    missing: null
  })
};

/** Well-known servers, each with what it needs before a page can call it. */
function presets(trans: ITranslator): IModelPreset[] {
  return [
    {
      id: 'vllm',
      title: trans.__('vLLM'),
      baseUrl: 'http://localhost:8000/v1',
      hint: trans.__(
        'Start it with --enable-auto-tool-choice, a --tool-call-parser for your model and --allowed-origins for this page.'
      ),
      needsKey: false
    },
    {
      id: 'llama.cpp',
      title: trans.__('llama.cpp'),
      baseUrl: 'http://localhost:8080/v1',
      hint: trans.__(
        'Start llama-server with --jinja, which tool calls need, and a context of at least 16,384 (-c).'
      ),
      needsKey: false
    },
    {
      id: 'lm-studio',
      title: trans.__('LM Studio'),
      baseUrl: 'http://localhost:1234/v1',
      hint: trans.__(
        'Start its server and switch on “Enable CORS” in the server’s settings.'
      ),
      needsKey: false
    },
    {
      id: 'openrouter',
      title: trans.__('OpenRouter'),
      baseUrl: 'https://openrouter.ai/api/v1',
      hint: trans.__('Needs a key from openrouter.ai.'),
      needsKey: true
    },
    {
      id: 'azure',
      title: trans.__('Azure OpenAI'),
      baseUrl: 'https://YOUR-RESOURCE.openai.azure.com/openai/v1',
      hint: trans.__(
        'Enter the name of your resource; the model is the name of your deployment. If Azure blocks this page, use the route through jupyter-server-proxy that the README describes.'
      ),
      needsKey: true
    }
  ];
}
