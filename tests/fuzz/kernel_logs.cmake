# Fuzz targets of the kernel-log readers. One source serves them all, since the reader tells the format from the content: what
# differs is where the search begins. nsys_rows fills tables of an export with any values, which bytes alone seldom reach.
set(kernel_log_fuzzers kineto article_xml nsys_jsonl nsys_sqlite nsys_rows)
foreach(name kineto article_xml nsys_jsonl nsys_sqlite)
  set(${name}_source kernel_log_fuzz.cpp)
endforeach()
set(kineto_seeds kineto cases/*.json cases/*.gz)
set(article_xml_seeds cases/*.xml)
set(nsys_sqlite_seeds cases/*.sqlite)
