/** Whether nothing is left to send: a picture, a video or sound may go without words. */
export const isEmptyMessage = ({ texts, imageId }: { texts: { default: string }; imageId: unknown }): boolean =>
  texts.default.trim() === '' && !imageId;
