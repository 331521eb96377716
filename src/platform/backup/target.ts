// A store is named on the command line: a folder, or s3://bucket/prefix.
import { resolve, sep } from 'node:path';
import type { Config } from '../config.ts';
import { workingFolder } from '../files/files.ts';
import { openBucketStore } from './bucket-store.ts';
import { openFolderStore } from './folder-store.ts';
import { type BackupStore, WrongUse } from './store.ts';

// "s3://paper-backups/daily"
const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/;

/** Opens a store. Throws WrongUse if there can be none at `address`. */
export function openStore(config: Config, address: string): BackupStore {
  const [, bucket, path = ''] = bucketAddress.exec(address) ?? [];
  if (!bucket) {
    if (/^[a-z0-9]+:\/\//i.test(address)) throw new WrongUse(`${address} is neither a folder nor s3://bucket/prefix.`);
    const folder = resolve(address);
    requireOutside(folder, config.dataDir);
    return openFolderStore(folder);
  }
  const access = config.backup.s3;
  if (!access)
    throw new WrongUse(
      'A bucket needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of the site.',
    );
  if (config.s3?.bucket === bucket && config.s3.endpoint === access.endpoint)
    throw new WrongUse(`The bucket ${bucket} is the site's own: what deletes it would delete the backups with it.`);
  const prefix = `${path}/`.replace(/(?<!\/)\/+$/, '/').replace(/^\/+/, '');
  return openBucketStore({ access, bucket, prefix, address, workingFolder: workingFolder(config.dataDir) });
}

function requireOutside(folder: string, dataDir: string) {
  if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new WrongUse(`${folder} is in DATA_DIR: what deletes the site would delete the backups with it.`);
}
