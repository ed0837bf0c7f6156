"""Splink's clusters of people: splink_people.py PEOPLE.csv CLUSTERS.csv THREADS.

The model is that of Splink's own examples for people, with its recommended comparisons, and is not tuned.
"""
import json
import os
import resource
import sys
import warnings

warnings.filterwarnings("ignore")
import duckdb
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

source, target, threads = sys.argv[1:4]
connection = duckdb.connect()
connection.execute(f"set threads={int(threads)}")
connection.execute(
    f"""
    create table people as select
      id as unique_id,
      nullif(lower("firstName"), '') as first_name,
      nullif(lower("lastName"), '') as last_name,
      nullif("dateOfBirth", '') as dob,
      nullif(email, '') as email,
      nullif(phone, '') as phone,
      nullif(upper(replace(postcode, ' ', '')), '') as postcode
    from read_csv('{source}', all_varchar=true, header=true)
    """
)
settings = SettingsCreator(
    link_type="dedupe_only",
    blocking_rules_to_generate_predictions=[
        block_on("email"),
        block_on("phone"),
        block_on("dob", "last_name"),
        block_on("dob", "first_name"),
        block_on("postcode", "first_name"),
        block_on("postcode", "last_name"),
    ],
    comparisons=[
        cl.NameComparison("first_name").configure(term_frequency_adjustments=True),
        cl.NameComparison("last_name").configure(term_frequency_adjustments=True),
        cl.DateOfBirthComparison("dob", input_is_string=True),
        cl.EmailComparison("email"),
        cl.LevenshteinAtThresholds("phone", [1, 2]),
        cl.LevenshteinAtThresholds("postcode", [1, 2]),
    ],
)
api = DuckDBAPI(connection)
# Version 5 registers tables first, version 4 takes their names.
linker = Linker(api.register("people"), settings) if hasattr(api, "register") else Linker("people", settings, api)
training = linker.training
training.estimate_probability_two_random_records_match(
    [block_on("email", "last_name"), block_on("phone", "first_name")], recall=0.7
)
training.estimate_u_using_random_sampling(max_pairs=1e6)
training.estimate_parameters_using_expectation_maximisation(block_on("dob", "last_name"))
training.estimate_parameters_using_expectation_maximisation(block_on("phone", "first_name"))
pairs = linker.inference.predict(threshold_match_probability=0.5)
clusters = linker.clustering.cluster_pairwise_predictions_at_threshold(pairs, threshold_match_probability=0.95)
connection.execute(f"copy (select unique_id, cluster_id from {clusters.physical_name}) to '{target}' (header)")

usage = resource.getrusage(resource.RUSAGE_SELF)
with open(os.environ["BENCH_USAGE"], "w") as file:
    json.dump({"processor": usage.ru_utime + usage.ru_stime, "megabytes": usage.ru_maxrss / 1000}, file)
