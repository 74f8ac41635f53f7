import { useMutation } from '@tanstack/react-query';
import type { UploadedImage, uploadDocument, uploadImage, uploadMedia } from '#contract/flows/trials.ts';
import { fetchSignedIn } from '#web/lib/api/api.ts';
import { toCallRefused } from '#web/lib/api/refused-response.ts';

const UPLOAD_PATHS: {
  image: typeof uploadImage.path;
  document: typeof uploadDocument.path;
  media: typeof uploadMedia.path;
} = {
  image: '/api/v1/flows/images',
  document: '/api/v1/flows/documents',
  media: '/api/v1/flows/media',
};

export type Upload = { file: File; kind: 'image' | 'document' | 'media' };

/** Stores a picture, a document, a video or sound that a message will carry. */
export async function uploadFile({ file, kind }: Upload): Promise<UploadedImage> {
  const form = new FormData();
  form.set('file', file);
  const response = await fetchSignedIn(UPLOAD_PATHS[kind], { method: 'POST', body: form });
  if (!response.ok) throw await toCallRefused(response);
  return response.json();
}

export const useUpload = () => useMutation({ mutationFn: uploadFile });
