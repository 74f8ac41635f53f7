import { ModelError } from '../errors.ts';

type Kind = 'chat' | 'embedding' | 'transcription';

/** The models on offer. */
export const MODELS: Readonly<Record<string, Kind>> = {
  'sim-fast': 'chat',
  'sim-balanced': 'chat',
  'sim-best': 'chat',
  'sim-embed': 'embedding',
  'sim-transcribe': 'transcription',
};

/** @throws {ModelError} 404 for a model that does not exist or does another kind of work */
export function checkModel(model: string, kind: Kind): void {
  const own = Object.hasOwn(MODELS, model) ? MODELS[model] : undefined;
  if (own === undefined)
    throw new ModelError(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
      code: 'model_not_found',
    });
  if (own !== kind)
    throw new ModelError(404, `This is not a ${kind} model and thus not supported in this endpoint.`, {
      param: 'model',
      code: 'model_not_found',
    });
}
