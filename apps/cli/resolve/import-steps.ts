import { resolve } from 'node:path';
import { OVER_FREQUENT_KEY_RECORDS } from '../../../src/entities/items/index-keys.ts';
import { tableDefinition, type WrittenFiles } from '../../../src/store/dynamodb/import-files.ts';
import { count } from '../commands/entity.ts';
import { shellPath, shellWord } from '../shell-word.ts';

/** AWS charges an import by uncompressed gigabytes: in us-east-1. */
const DOLLARS_PER_GIGABYTE = 0.15;
const GIGABYTE = 1024 ** 3;

interface DeployedWith {
  readonly instance: string;
  readonly genericKeyRecords: number;
}

/** What a person does with files for DynamoDB's import, as text. PREFIX and BUCKET are the person's own. */
export function importSteps(
  directory: string,
  { files, items, bytes, compressedBytes }: WrittenFiles,
  { instance, genericKeyRecords }: DeployedWith,
): string {
  const dollars = (bytes / GIGABYTE) * DOLLARS_PER_GIGABYTE;
  const cost = dollars < 0.01 ? 'less than a cent' : `$${dollars.toFixed(2)}`;
  const table = JSON.stringify({ TableName: 'PREFIX-entities', ...tableDefinition });
  const settings = [
    ['rule_config_file', JSON.stringify(resolve(instance, 'rule-config.json'))],
    ['schema_file', JSON.stringify(resolve(instance, 'schema.graphqls'))],
    ...(genericKeyRecords === OVER_FREQUENT_KEY_RECORDS ? [] : [['generic_key_records', String(genericKeyRecords)]]),
  ];
  const width = Math.max(...settings.map(([name]) => name!.length));
  return `${directory} has a table of ${count(items, 'item')} in ${count(files, 'file')}: ${size(bytes)}, ${size(compressedBytes)} to upload.
Its import costs ${cost}, at $${DOLLARS_PER_GIGABYTE} a GB before compression (us-east-1). It makes the table of a new deployment:
PREFIX is its resource_prefix, and BUCKET a private bucket in its region.

1. Upload the files.

     aws s3 cp ${shellPath(directory)} s3://BUCKET/PREFIX-import/ --recursive

2. Import them. With kms_key_arn, add "SSESpecification":{"Enabled":true,"SSEType":"KMS","KMSMasterKeyId":"ARN"} to the table.

     aws dynamodb import-table --input-format ION --input-compression-type GZIP \\
       --s3-bucket-source S3Bucket=BUCKET,S3KeyPrefix=PREFIX-import/ \\
       --table-creation-parameters ${shellWord(table)}

   Go on when it is done: ImportStatus COMPLETED, ErrorCount 0, ImportedItemCount ${items}.

     aws dynamodb describe-import --import-arn ARN

3. Give the table to the module, with the rules and the schema of the records:

     module "entity_data" {
       # …
${settings.map(([name, value]) => `       ${name!.padEnd(width)} = ${value}`).join('\n')}
     }

     import {
       to = module.entity_data.module.storage.aws_dynamodb_table.entities
       id = "PREFIX-entities"
     }

4. terraform apply. Its plan imports the table and changes it in place: recovery, tags and the like. It must not replace it.

5. Delete the files here and in the bucket: they hold all records.`;
}

function size(bytes: number): string {
  return bytes < GIGABYTE / 10 ? `${(bytes / 1024 ** 2).toFixed(1)} MB` : `${(bytes / GIGABYTE).toFixed(2)} GB`;
}
