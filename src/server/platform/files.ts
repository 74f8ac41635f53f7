import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where uploaded files lie: a local folder by default. Keys are made by us, never by people. */
export type FileStore = {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws when there is no such file */
  get(key: string): Promise<Uint8Array>;
  remove(key: string): Promise<void>;
};

/** @param folder is created when it is not there */
export function openFileStore(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    put: (key, bytes) => disk.put(key, bytes),
    get: (key) => disk.getBytes(key),
    remove: (key) => disk.delete(key),
  };
}
