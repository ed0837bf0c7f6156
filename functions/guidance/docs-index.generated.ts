// Made by scripts/docs-index.ts from docs/: change the pages there, then run npm run docs:index.

/** A page of the documentation. */
export interface DocsPage {
  /** Within docs/. */
  readonly path: string;
  readonly title: string;
  /** The first sentences. */
  readonly summary: string;
  readonly text: string;
}

/** Of the release that the pages belong to. */
export const version = '0.1.0';

export const pages: readonly DocsPage[] = [
  {
    path: 'architecture.md',
    title: 'Architecture',
    summary: 'Three doors, one core that knows no AWS event, and one small port to storage with two engines behind it.',
    text: `# Architecture

Three doors, one core that knows no AWS event, and one small port to storage with two engines behind it.

\`\`\`
main.tf variables.tf outputs.tf versions.tf     the Terraform module: wires modules/
modules/            allow-list · lambda · identity · storage · api · guidance
functions/
  core/             what the service knows
    ruleconfig/       the rule-config document: types, parser with locations, linter, JSON Schema
    schema/           the deployment's record schema (schema.graphqls)
    etm/              transformers, one file each, compiled to a straight pipeline
    matching/         comparers, tokenizers, matchers, rules, index keys
    identifiers/      NPI, SSN, EIN, VIN, DL
    resolution/       submit, search, entity, sweep, over the store port
    store/            port.ts (the contract), embedded/ (LMDB), dynamodb/
  api/              the GraphQL function
  authorizer/       the function that lets a request through or not: address, then token
  guidance/         the guidance server's function
  sweeper/          the scheduled function that finishes interrupted work
  dist/             committed deterministic zips with a manifest
local/              the same handlers on a laptop: gateway emulator, token endpoint, command line
examples/           instances and Terraform configurations to copy
bench/              what the README's performance table is printed from
test/               unit (beside its subject's name), contract, property, model, integration, terraform
scripts/            build, docs tables, quality
\`\`\`

Dependencies point inward: doors → core; the core imports nothing of the doors, and nothing of AWS but in
\`store/dynamodb/\`.

## The path of a record

1. The **gateway** (API Gateway, or \`local/gateway/\`) asks the **authorizer** and hands the request to the **API**
   function with the token's scopes.
2. The API function executes the GraphQL document; \`submit\` calls \`resolution.submit\`.
3. **Rules**: the pipeline turns the record into values by resolver; the compiled rules give its index keys.
   A *deciding* key settles a link by itself; a *suggesting* key yields candidates that the rules judge.
4. **Store**: journal, member, record, keys, then a look at what others published under the same keys
   (\`core/resolution/submit.ts\` states the invariants). Fragments that must be one entity are united by parent pointers;
   the oldest entity keeps its id.
5. The answer is sent when everything is on stable storage.

Reading goes the other way: keys → fragments → root → members → records. Edges, duplicates and scores are derived from
the records when a query selects them, so they cannot disagree with the records or the rules.
`,
  },
  {
    path: 'rule-config/rule-config.schema.json',
    title: 'Rule-config',
    summary: 'What belongs together: how records become clean values, and which values make two records one entity.',
    text: `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Rule-config",
  "description": "What belongs together: how records become clean values, and which values make two records one entity.",
  "type": "object",
  "properties": {
    "$schema": { "type": "string", "description": "Address of this schema, for editors." },
    "transformers": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name of this part; the document refers to it by this name."
          },
          "type": {
            "description": "What kind of part this is.",
            "oneOf": [
              {
                "const": "concat",
                "description": "Joins the values of any number of input pins, of any names, in their order in the document."
              },
              {
                "const": "constant",
                "description": "Gives the same value for every record, for instance the country of a source that never names it."
              },
              {
                "const": "field",
                "description": "Takes the values at a path of the record: where every pipeline begins."
              },
              { "const": "filter", "description": "Drops, or keeps only, values that a list names as a whole." },
              {
                "const": "identifier",
                "description": "Keeps only valid identifiers of the United States, in canonical form: check digits, reserved ranges and formats."
              },
              {
                "const": "list",
                "description": "Works on the list of values as a whole: sub-values of objects, each value once, a part of the list, or its order."
              },
              {
                "const": "makedate",
                "description": "Reads a date in any usual form, or from year, month and day, and writes it as YYYY-MM-DD; the time of day and its zone are ignored."
              },
              {
                "const": "normalizeaddress",
                "description": "Writes a street line in one way: short street types, directions and ordinals, number first, unit last; United States and Britain first."
              },
              {
                "const": "normalizecompany",
                "description": "Writes a company name in one way: lower case, no punctuation, legal forms of some thirty countries apart; “A dba B” gives both names."
              },
              {
                "const": "normalizeemail",
                "description": "Reads an e-mail address in any usual notation and writes it in lower case; what is none becomes no value."
              },
              {
                "const": "normalizename",
                "description": "Writes a personal name in one way: lower case, no diacritics, no titles and degrees, Mc and O’ joined; short forms resolved on request."
              },
              {
                "const": "normalizephonenumber",
                "description": "Reads phone numbers of every country in any notation and writes them as E.164; what is none becomes no value."
              },
              {
                "const": "normalizepostcode",
                "description": "Writes postcodes of some fifty countries as their country does, and gives the wider area: ZIP without +4, outward code, first digits."
              },
              {
                "const": "phonetic",
                "description": "Gives the phonetic code of each text, the same for texts that sound alike; a text it cannot read is its own code."
              },
              {
                "const": "referencelist",
                "description": "Looks each value up in a table of the document and gives what stands beside it; several rows give several values."
              },
              {
                "const": "regexextract",
                "description": "Takes out of each text what a regular expression matches; a text without a match becomes no value."
              },
              {
                "const": "split",
                "description": "Cuts each text at a separator; every part, without spaces around it, becomes a value of its own."
              },
              {
                "const": "splitname",
                "description": "Cuts a full name into given, middle and family name and generation (jr, sr, ii, iii, iv); titles are left out."
              },
              {
                "const": "stringop",
                "description": "Cleans each text with one operation, such as lower case, no diacritics, only digits, or a replacement."
              },
              {
                "const": "tokenize",
                "description": "Cuts each text into tokens; every token becomes a value of its own."
              }
            ]
          },
          "attributes": {
            "description": "Settings of this part; which there are depends on the type.",
            "anyOf": [
              { "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": {} },
              { "type": "null" }
            ]
          },
          "inputPins": {
            "description": "By name of the input pin: where its values come from; null leaves a pin open.",
            "anyOf": [
              {
                "type": "object",
                "propertyNames": { "type": "string" },
                "additionalProperties": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "sourceID": {
                          "type": "string",
                          "minLength": 1,
                          "maxLength": 256,
                          "description": "Id of the transformer that gives the values."
                        },
                        "sourcePin": {
                          "type": "string",
                          "minLength": 1,
                          "maxLength": 256,
                          "description": "Name of one of its output pins."
                        }
                      },
                      "required": ["sourceID", "sourcePin"],
                      "title": "Pin",
                      "description": "An output pin of a transformer."
                    },
                    { "type": "null" }
                  ]
                }
              },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "type"],
        "title": "Transformer",
        "allOf": [
          {
            "if": { "properties": { "type": { "const": "concat" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "separator": {
                          "default": "",
                          "description": "What stands between two values. Default: nothing.",
                          "type": "string"
                        },
                        "requireAll": {
                          "default": false,
                          "description": "True gives no value where one of the inputs has none; false (the default) joins what is there.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "constant" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "value": { "type": "string", "minLength": 1, "description": "The value that every record gets." }
                  },
                  "required": ["value"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "field" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "path": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Where the value is: names joined by dots; * walks every element of a list, a number takes one element (from 0)."
                    },
                    "caseSensitive": {
                      "default": false,
                      "description": "False (the default) lower-cases the values; true keeps their case.",
                      "type": "boolean"
                    },
                    "mustExist": {
                      "default": false,
                      "description": "True makes a record without a value an error for every resolver below this field; false (the default) is no value.",
                      "type": "boolean"
                    },
                    "objects": {
                      "default": false,
                      "description": "True gives objects as JSON text, for the transformer list to extract from; false (the default): no value.",
                      "type": "boolean"
                    },
                    "outputPins": {
                      "default": ["default"],
                      "description": "Names of the output pins; each carries the same values. Default: one pin named default.",
                      "minItems": 1,
                      "type": "array",
                      "items": { "type": "string", "minLength": 1 }
                    }
                  },
                  "required": ["path"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "filter" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "values": {
                      "type": "array",
                      "items": { "type": "string" },
                      "description": "The whole values to drop or keep, for instance placeholders such as \\"n/a\\"."
                    },
                    "filterOut": {
                      "default": true,
                      "description": "True (the default) drops the listed values; false keeps only the listed values.",
                      "type": "boolean"
                    },
                    "caseSensitive": {
                      "default": true,
                      "description": "True (the default) compares as written; false ignores upper and lower case.",
                      "type": "boolean"
                    }
                  },
                  "required": ["values"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "identifier" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "kind": {
                      "type": "string",
                      "enum": ["NPI", "SSN", "EIN", "VIN", "DL"],
                      "description": "NPI: health-care providers · SSN: social security · EIN: employers · VIN: vehicles · DL: driver’s licences. All of the United States."
                    },
                    "state": {
                      "description": "DL: the state (code such as CA, or name) of numbers for which the pin state has no value. Default: none, any state.",
                      "type": "string"
                    }
                  },
                  "required": ["kind"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "list" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "operation": {
                      "type": "string",
                      "enum": ["extract", "unique", "slice", "sort"],
                      "description": "extract: sub-values of values that are JSON objects (a field with objects: true gives such) · unique: each value once · slice: a part of the list · sort: by character code"
                    },
                    "paths": {
                      "default": [],
                      "description": "extract: where the sub-values are; those of one entry are joined. Default: none.",
                      "type": "array",
                      "items": { "type": "string", "minLength": 1 }
                    },
                    "separator": {
                      "default": "",
                      "description": "extract: what stands between the joined sub-values. Default: nothing.",
                      "type": "string"
                    },
                    "offset": {
                      "default": 0,
                      "description": "slice: the first value to keep, from 0. Default 0.",
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 9007199254740991
                    },
                    "limit": {
                      "description": "slice: how many values to keep. Default: all that follow.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 9007199254740991
                    },
                    "order": {
                      "default": "ascending",
                      "description": "sort: ascending (the default) or descending.",
                      "type": "string",
                      "enum": ["ascending", "descending"]
                    }
                  },
                  "required": ["operation"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "makedate" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "validate": {
                          "default": true,
                          "description": "True (the default) drops days that the calendar does not have, such as 31 February; false keeps them.",
                          "type": "boolean"
                        },
                        "formats": {
                          "default": [],
                          "description": "The only forms to accept in the pin full, tried in this order, made of YYYY or YY, MM, M, MMM or MMMM (a name), DD or D: for instance DD.MM.YYYY. Default: empty, every usual form.",
                          "type": "array",
                          "items": { "type": "string", "minLength": 1 }
                        },
                        "dayFirst": {
                          "description": "How to read 03/04/1980 without formats: true is 3 April, false is March 4. Default: the day is first with points, hyphens and spaces, the month with slashes. Where only one reading is a day, it is taken.",
                          "type": "boolean"
                        },
                        "twoDigitYearsUntil": {
                          "default": 2029,
                          "description": "A year of two digits is placed in the hundred years that end with this one. Default 2029: 30 is 1930, 29 is 2029.",
                          "type": "integer",
                          "minimum": 1099,
                          "maximum": 9999
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizeaddress" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "removeUnit": {
                          "default": false,
                          "description": "True leaves apartment, suite and floor out of the pin default; the pin unit still has them. Default false.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizecompany" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "legalForms": {
                          "default": "remove",
                          "description": "Legal forms such as Ltd, GmbH or Sp. z o.o.: remove them from the name (the default), write them in one spelling, or keep them as they are.",
                          "type": "string",
                          "enum": ["remove", "normalize", "keep"]
                        },
                        "abbreviations": {
                          "default": true,
                          "description": "True (the default) writes usual short forms out: Intl → international, Mfg → manufacturing.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizeemail" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "removePlus": {
                          "default": false,
                          "description": "True drops a tag after a plus sign: ada+news@example.com → ada@example.com. Default false.",
                          "type": "boolean"
                        },
                        "providerRules": {
                          "default": false,
                          "description": "True applies what known providers ignore: dots and tags of gmail.com, several domains of one provider (googlemail.com, me.com). Default false.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizename" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "part": {
                          "default": "full",
                          "description": "What the values are: full names (the default; \\"Family, Given\\" is turned round), given names, or family names.",
                          "type": "string",
                          "enum": ["full", "given", "family"]
                        },
                        "nicknames": {
                          "default": false,
                          "description": "True maps short forms to the given names that they stand for (bill → william; pat → patricia and patrick: two values). Default false.",
                          "type": "boolean"
                        },
                        "suffixes": {
                          "default": "remove",
                          "description": "Generations (Jr, Sr, II, III, IV): remove (the default), or keep them in one spelling at the end.",
                          "type": "string",
                          "enum": ["remove", "keep"]
                        },
                        "particles": {
                          "default": "keep",
                          "description": "Words such as von, de la, bin: keep (the default) or remove them.",
                          "type": "string",
                          "enum": ["keep", "remove"]
                        },
                        "transliterate": {
                          "default": true,
                          "description": "True (the default) writes every script in Latin letters; false keeps other scripts as they are.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizephonenumber" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "defaultCountry": {
                          "description": "The country (ISO 3166 code such as US, or a name) of numbers that are written without one and for which the pin country has no value. Without it such numbers are no value.",
                          "type": "string",
                          "minLength": 2
                        },
                        "validation": {
                          "default": "possible",
                          "description": "possible (the default) asks for a length that the country uses; valid also for a range that is assigned today. A number of one repeated digit is never accepted.",
                          "type": "string",
                          "enum": ["possible", "valid"]
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizepostcode" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "country": {
                          "description": "The country (ISO 3166 code such as US, or a name) of postcodes for which the pin country has no value. Default: none; then only forms with letters, such as those of the United Kingdom and Canada, are recognized.",
                          "type": "string",
                          "minLength": 2
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "phonetic" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "algorithm": {
                      "type": "string",
                      "enum": ["cologne", "soundex", "metaphone", "doubleMetaphone", "nysiis"],
                      "description": "cologne for German names; soundex, metaphone, doubleMetaphone (up to two codes) and nysiis for English ones."
                    }
                  },
                  "required": ["algorithm"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "referencelist" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "listID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "The id of the reference list of this document."
                    },
                    "keyColumn": {
                      "default": 0,
                      "description": "The column that is compared with the value, from 0. Default 0.",
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 9007199254740991
                    },
                    "valueColumn": {
                      "description": "The column that is given instead, from 0. Default: 1, or 0 where a row has one column.",
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 9007199254740991
                    },
                    "caseSensitive": {
                      "default": false,
                      "description": "True compares as written; false (the default) ignores upper and lower case.",
                      "type": "boolean"
                    },
                    "keepUnknown": {
                      "default": true,
                      "description": "True (the default) lets a value pass that the list does not have; false makes it no value.",
                      "type": "boolean"
                    }
                  },
                  "required": ["listID"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "regexextract" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "pattern": {
                      "type": "string",
                      "minLength": 1,
                      "description": "An RE2 regular expression; it may match anywhere in the text. (?i) ignores case."
                    },
                    "group": {
                      "description": "Which group to take, 0 for the whole match. Default: 1 if the pattern has a group, else 0.",
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 9007199254740991
                    },
                    "all": {
                      "default": false,
                      "description": "True takes every match; false (the default) the first of each text.",
                      "type": "boolean"
                    }
                  },
                  "required": ["pattern"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "split" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "separator": {
                      "type": "string",
                      "minLength": 1,
                      "description": "The text between two parts, taken literally, for instance \\";\\"."
                    }
                  },
                  "required": ["separator"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "splitname" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "familyFirst": {
                          "default": false,
                          "description": "True reads names without a comma as family name first (Nagy Anna). Default false; names in Chinese, Japanese and Korean script are always read so.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "stringop" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "operation": {
                      "type": "string",
                      "enum": [
                        "normalizediacritics",
                        "normalizespaces",
                        "removespaces",
                        "lowercase",
                        "uppercase",
                        "trim",
                        "onlydigits",
                        "onlyletters",
                        "onlyalphanumeric",
                        "removepunctuation",
                        "transliterate",
                        "substring",
                        "replace"
                      ],
                      "description": "normalizediacritics: é → e, ß → ss · normalizespaces: one space between words, none around · removespaces · lowercase · uppercase · trim · onlydigits (of any script, as 0-9) · onlyletters · onlyalphanumeric · removepunctuation (symbols too) · transliterate: any script to ASCII · substring · replace"
                    },
                    "start": {
                      "description": "substring: the first character to keep, from 0; a negative number counts from the end. Default 0.",
                      "type": "integer",
                      "minimum": -9007199254740991,
                      "maximum": 9007199254740991
                    },
                    "length": {
                      "description": "substring: how many characters to keep. Default: all that follow.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 9007199254740991
                    },
                    "pattern": {
                      "description": "replace: what to look for, an RE2 regular expression; (?i) ignores case.",
                      "type": "string",
                      "minLength": 1
                    },
                    "replacement": {
                      "default": "",
                      "description": "replace: what to put there; $1 is the first group, $$ a dollar sign. Default: nothing.",
                      "type": "string"
                    }
                  },
                  "required": ["operation"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "tokenize" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "tokenizerID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "The id of the tokenizer of this document that cuts the texts."
                    }
                  },
                  "required": ["tokenizerID"]
                }
              },
              "required": ["attributes"]
            }
          }
        ]
      },
      "description": "A graph of steps that turn the fields of a record into clean values."
    },
    "resolvers": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name under which matchers and scores use the values."
          },
          "inputPin": {
            "type": "object",
            "properties": {
              "sourceID": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "Id of the transformer that gives the values."
              },
              "sourcePin": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "Name of one of its output pins."
              }
            },
            "required": ["sourceID", "sourcePin"],
            "title": "Pin",
            "description": "Where the values come from."
          },
          "attributes": {
            "description": "Kept for the owner; the service reads nothing here.",
            "anyOf": [
              { "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": {} },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "inputPin"],
        "title": "Resolver",
        "description": "A named output of the pipeline."
      },
      "description": "The values that matter: named outputs of the pipeline."
    },
    "comparers": {
      "type": ["array", "null"],
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name of this part; the document refers to it by this name."
          },
          "type": {
            "description": "What kind of part this is.",
            "oneOf": [
              { "const": "exact", "description": "Satisfied when the two texts are equal, character by character." },
              {
                "const": "distinct",
                "description": "Satisfied when the two texts are not equal: of use only beside other matchers."
              },
              {
                "const": "distance",
                "description": "Satisfied when at most allowedDistance edits turn one text into the other."
              },
              {
                "const": "dynamicdistance",
                "description": "Satisfied when few enough edits turn one text into the other; longer texts may differ more."
              },
              {
                "const": "similarity",
                "description": "Satisfied when the similarity of the two texts is at least threshold. Verifies only: finds no candidates."
              },
              {
                "const": "phonetic",
                "description": "Satisfied when the two texts sound alike: they have a phonetic code in common."
              },
              {
                "const": "number",
                "description": "Satisfied when both texts are numbers and not farther apart than tolerance."
              },
              {
                "const": "date",
                "description": "Satisfied when both texts are dates (YYYY-MM-DD) and not farther apart than toleranceDays."
              },
              {
                "const": "geo",
                "description": "Satisfied when both texts are points \\"latitude,longitude\\" and not farther apart than kilometres."
              }
            ]
          },
          "attributes": {
            "description": "Settings of this part; which there are depends on the type.",
            "anyOf": [
              { "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": {} },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "type"],
        "title": "Comparer",
        "allOf": [
          {
            "if": { "properties": { "type": { "const": "exact" } }, "required": ["type"] },
            "then": {
              "properties": { "attributes": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] } }
            }
          },
          {
            "if": { "properties": { "type": { "const": "distinct" } }, "required": ["type"] },
            "then": {
              "properties": { "attributes": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] } }
            }
          },
          {
            "if": { "properties": { "type": { "const": "distance" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "algorithm": {
                      "default": "levenshtein",
                      "description": "levenshtein counts insertions, deletions and substitutions; osa also a swap of two neighbours as one edit; damerauLevenshtein the same where swapped characters are edited again.",
                      "type": "string",
                      "enum": ["levenshtein", "osa", "damerauLevenshtein"]
                    },
                    "allowedDistance": {
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 1024,
                      "description": "Most edits between the two texts. Up to 4 the comparer finds candidates by index keys; above it only verifies."
                    }
                  },
                  "required": ["allowedDistance"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "dynamicdistance" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "algorithm": {
                          "default": "levenshtein",
                          "description": "What counts as one edit; see the comparer distance.",
                          "type": "string",
                          "enum": ["levenshtein", "osa", "damerauLevenshtein"]
                        },
                        "table": {
                          "default": { "0": 0, "4": 1, "8": 2 },
                          "description": "Allowed distance by minimal length of the shorter text, in UTF-16 code units. Default: none below 4, 1 from 4, 2 from 8.",
                          "type": "object",
                          "propertyNames": { "type": "string", "pattern": "^\\\\d{1,4}$" },
                          "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 1024 }
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "similarity" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "algorithm": {
                      "default": "levenshtein",
                      "description": "levenshtein and osaDamerauLevenshtein: 1 − edits / length of the longer text. jaro, jaroWinkler: common characters near each other. cosine, jaccard, dice: common runs of characters.",
                      "type": "string",
                      "enum": [
                        "levenshtein",
                        "osaDamerauLevenshtein",
                        "jaro",
                        "jaroWinkler",
                        "cosine",
                        "jaccard",
                        "dice"
                      ]
                    },
                    "threshold": {
                      "type": "number",
                      "minimum": 0,
                      "maximum": 1,
                      "description": "Least similarity, 0 to 1."
                    },
                    "shingleSize": {
                      "default": 2,
                      "description": "Characters of a run, for cosine, jaccard and dice; the others do not use it.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 64
                    }
                  },
                  "required": ["threshold"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "phonetic" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "algorithm": {
                      "type": "string",
                      "enum": ["cologne", "soundex", "metaphone", "doubleMetaphone", "nysiis"],
                      "description": "cologne for German names; soundex, metaphone, doubleMetaphone and nysiis for English ones."
                    }
                  },
                  "required": ["algorithm"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "number" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "tolerance": {
                          "default": 0,
                          "description": "Largest difference: a number, or a text such as \\"5%\\" of the number farther from zero. Default 0.",
                          "anyOf": [
                            { "type": "number", "minimum": 0 },
                            { "type": "string", "pattern": "^\\\\d+(?:\\\\.\\\\d+)?%$" }
                          ]
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "date" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "toleranceDays": {
                          "default": 0,
                          "description": "Most days between the two dates. Default 0.",
                          "type": "integer",
                          "minimum": 0,
                          "maximum": 36500
                        },
                        "swappedDayMonth": {
                          "default": false,
                          "description": "True also accepts the very date with day and month swapped, as 2001-03-04 and 2001-04-03.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "geo" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "kilometres": {
                      "type": "number",
                      "minimum": 0,
                      "maximum": 20040,
                      "description": "Largest distance along the surface of the earth."
                    }
                  },
                  "required": ["kilometres"]
                }
              },
              "required": ["attributes"]
            }
          }
        ]
      },
      "description": "How two texts are compared."
    },
    "tokenizers": {
      "type": ["array", "null"],
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name of this part; the document refers to it by this name."
          },
          "type": {
            "description": "What kind of part this is.",
            "oneOf": [
              { "const": "word", "description": "Cuts at everything that is neither a letter nor a digit." },
              { "const": "none", "description": "Leaves the text whole: one token." },
              { "const": "ngram", "description": "Gives every run of size characters; a shorter text is one token." },
              { "const": "character", "description": "Gives every character; white space is left out." }
            ]
          },
          "attributes": {
            "description": "Settings of this part; which there are depends on the type.",
            "anyOf": [
              { "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": {} },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "type"],
        "title": "Tokenizer",
        "allOf": [
          {
            "if": { "properties": { "type": { "const": "word" } }, "required": ["type"] },
            "then": {
              "properties": { "attributes": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] } }
            }
          },
          {
            "if": { "properties": { "type": { "const": "none" } }, "required": ["type"] },
            "then": {
              "properties": { "attributes": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] } }
            }
          },
          {
            "if": { "properties": { "type": { "const": "ngram" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "size": {
                          "default": 3,
                          "description": "Characters of a token.",
                          "type": "integer",
                          "minimum": 1,
                          "maximum": 64
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "character" } }, "required": ["type"] },
            "then": {
              "properties": { "attributes": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] } }
            }
          }
        ]
      },
      "description": "How a text is cut into tokens."
    },
    "matchers": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name of this part; the document refers to it by this name."
          },
          "type": {
            "description": "What kind of part this is.",
            "oneOf": [
              { "const": "simple", "description": "Satisfied when the two records share a value." },
              {
                "const": "token",
                "description": "Cuts the values into tokens and is satisfied when enough of them pair up one to one."
              },
              {
                "const": "orempty",
                "description": "Satisfied when the inner matcher is, or when one of the records has no value for it."
              },
              { "const": "any", "description": "Satisfied when one of the inner matchers is." }
            ]
          },
          "attributes": {
            "description": "Settings of this part; which there are depends on the type.",
            "anyOf": [
              { "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": {} },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "type"],
        "title": "Matcher",
        "allOf": [
          {
            "if": { "properties": { "type": { "const": "simple" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "resolverID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Resolver whose values are compared."
                    },
                    "mustExist": {
                      "default": false,
                      "description": "True makes a record without a value an error; false (the default) is simply not satisfied.",
                      "type": "boolean"
                    }
                  },
                  "required": ["resolverID"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "token" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "resolverID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Resolver whose values are cut into tokens and compared."
                    },
                    "tokenizerID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Tokenizer that cuts every value."
                    },
                    "comparerID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Comparer that compares two tokens."
                    },
                    "strategy": {
                      "default": "minimum",
                      "description": "minimum: at least min tokens pair up one to one. all: every token of the shorter side does, and at least min. sameorder: as many tokens on both sides, at least min, and each pairs with the one at the same place.",
                      "type": "string",
                      "enum": ["minimum", "all", "sameorder"]
                    },
                    "min": {
                      "default": 1,
                      "description": "How many tokens must pair up at least.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 9007199254740991
                    },
                    "mustExist": {
                      "default": false,
                      "description": "True makes a record without a value an error; false (the default) is simply not satisfied.",
                      "type": "boolean"
                    },
                    "indexStrategy": {
                      "default": "combinations",
                      "description": "combinations: a key for every combination of indexTokens tokens. all: one key of all tokens in order, with the strategy sameorder only. none: the matcher is verified, but finds no candidates.",
                      "type": "string",
                      "enum": ["combinations", "all", "none"]
                    },
                    "indexTokens": {
                      "description": "Size of the combinations; min when not given. More than min would lose matches, so min counts then.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 9007199254740991
                    }
                  },
                  "required": ["resolverID", "tokenizerID", "comparerID"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "orempty" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "matcherID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Matcher that decides where both records have a value."
                    }
                  },
                  "required": ["matcherID"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "any" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "matcherIDs": {
                      "minItems": 1,
                      "type": "array",
                      "items": { "type": "string", "minLength": 1 },
                      "description": "Matchers of which one must be satisfied."
                    }
                  },
                  "required": ["matcherIDs"]
                }
              },
              "required": ["attributes"]
            }
          }
        ]
      },
      "description": "How the values of two records are compared."
    },
    "rules": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name of the rule; edges and hits carry it."
          },
          "matcherIDs": {
            "type": "array",
            "items": { "type": "string", "minLength": 1, "maxLength": 256 },
            "description": "Matchers that must all be satisfied."
          },
          "attributes": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "ignoreErrors": {
                    "default": true,
                    "description": "An error (a value that must exist and does not) means \\"rule not satisfied\\"; false lets the request fail.",
                    "type": "boolean"
                  },
                  "disableIndexMatcherIDs": {
                    "description": "Matchers of this rule that give no part of its index keys and are only verified afterwards.",
                    "anyOf": [
                      { "type": "array", "items": { "type": "string", "minLength": 1, "maxLength": 256 } },
                      { "type": "null" }
                    ]
                  },
                  "score": {
                    "default": 1,
                    "description": "Weight of an edge of this rule.",
                    "type": "number",
                    "minimum": 0,
                    "maximum": 1
                  }
                }
              },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "matcherIDs"],
        "title": "Rule",
        "description": "Satisfied when all its matchers are."
      },
      "description": "Matchers that must all be satisfied."
    },
    "ruleSets": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": { "type": "string", "minLength": 1, "maxLength": 256, "description": "Name of the rule set." },
          "ruleIDs": {
            "type": "array",
            "items": { "type": "string", "minLength": 1, "maxLength": 256 },
            "description": "Rules of which one must be satisfied."
          }
        },
        "required": ["id", "ruleIDs"],
        "title": "Rule set",
        "description": "Satisfied when one of its rules is."
      },
      "description": "Rules of which one must be satisfied."
    },
    "searchRuleSetIDs": {
      "type": "object",
      "additionalProperties": {
        "type": "string",
        "minLength": 1,
        "maxLength": 256,
        "description": "Id of a rule set."
      },
      "description": "Rule sets for searching, by name; \\"default\\" serves a search that names none."
    },
    "mutationRuleSetGroups": {
      "type": "object",
      "additionalProperties": {
        "type": "object",
        "properties": {
          "indexRuleSetID": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Rule set whose rules give the index keys: what can be found at all."
          },
          "linkRuleSetID": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Rule set whose rules link two records into one entity."
          },
          "deduplicateRuleSetID": {
            "description": "Rule set whose rules attach a record as a duplicate of the first one seen; null for none.",
            "anyOf": [{ "type": "string", "minLength": 1, "maxLength": 256 }, { "type": "null" }]
          }
        },
        "required": ["indexRuleSetID", "linkRuleSetID"],
        "title": "Mutation group",
        "description": "What submit does."
      },
      "description": "What submit does, by name of the group."
    },
    "consistencyRuleSetIDs": {
      "type": ["object", "null"],
      "additionalProperties": {
        "type": "string",
        "minLength": 1,
        "maxLength": 256,
        "description": "Id of a rule set."
      },
      "description": "By group: two records may share an entity only if this rule set is satisfied between them."
    },
    "scores": {
      "type": ["object", "null"],
      "properties": {
        "consistency": {
          "description": "Resolvers that feed Entity.consistency.",
          "anyOf": [
            {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "resolverID": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 256,
                    "description": "Resolver whose values are counted."
                  },
                  "weight": {
                    "default": 1,
                    "description": "Weight of this resolver in the mean.",
                    "type": "number",
                    "minimum": 0
                  },
                  "type": {
                    "default": "text",
                    "description": "date compares the parsed day.",
                    "type": "string",
                    "enum": ["text", "date"]
                  }
                },
                "required": ["resolverID"],
                "title": "Consistency score"
              }
            },
            { "type": "null" }
          ]
        }
      },
      "title": "Scores",
      "description": "What the scores of an entity are made of."
    },
    "referenceLists": {
      "type": ["array", "null"],
      "items": {
        "type": "object",
        "properties": {
          "id": { "type": "string", "minLength": 1, "maxLength": 256, "description": "Name of the list." },
          "external": { "description": "Where the list comes from; the service reads nothing here." },
          "meta": {
            "type": "object",
            "properties": {
              "header": {
                "minItems": 1,
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "type": { "type": "string", "minLength": 1, "description": "What the column holds." }
                  },
                  "required": ["type"]
                },
                "description": "One entry per column."
              }
            },
            "required": ["header"]
          },
          "rows": {
            "type": "array",
            "items": { "type": "array", "items": { "type": "string" } },
            "description": "One text per column."
          }
        },
        "required": ["id", "meta", "rows"],
        "title": "Reference list",
        "description": "A table for mapping values."
      },
      "description": "Tables for mapping values."
    }
  },
  "required": [
    "transformers",
    "resolvers",
    "matchers",
    "rules",
    "ruleSets",
    "searchRuleSetIDs",
    "mutationRuleSetGroups"
  ]
}
`,
  },
];
