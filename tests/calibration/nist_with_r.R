# Correct digits of R's lm on the NIST sets, as in tests/data/nist/r_lm.csv. Run: Rscript nist_with_r.R path/to/nist > r_lm.csv
folder <- commandArgs(trailingOnly = TRUE)[1]
certified <- read.csv(file.path(folder, "certified.csv"))
digits <- function(x, c) {
  if (is.na(x)) return(0)
  if (c == 0) return(max(0, min(15, if (x == 0) 15 else -log10(abs(x)))))
  max(0, min(15, if (x == c) 15 else -log10(abs(x - c) / abs(c))))
}
powers <- c(Norris = 1, Pontius = 2, Filip = 10, Wampler1 = 5, Wampler2 = 5, Wampler3 = 5, Wampler4 = 5, Wampler5 = 5)
cat("dataset,coefficients,std_errors\n")
for (name in c("Norris", "Pontius", "NoInt1", "NoInt2", "Filip", "Longley", paste0("Wampler", 1:5))) {
  data <- read.table(file.path(folder, paste0(name, ".dat")), skip = 60)
  names(data) <- c("y", paste0("x", seq_len(ncol(data) - 1)))
  formula <- if (name == "Longley") "y ~ ."
    else if (name %in% c("NoInt1", "NoInt2")) "y ~ x1 - 1"
    else paste("y ~ x1", paste0(if (powers[name] > 1) paste0(" + I(x1^", 2:powers[name], ")"), collapse = ""))
  fit <- lm(as.formula(formula), data)
  b <- coef(fit)
  se <- rep(NA, length(b))
  se[!is.na(b)] <- suppressWarnings(summary(fit))$coefficients[, 2]
  truth <- function(what) as.numeric(certified$value_40[certified$dataset == name & certified$quantity == what])
  cat(name, min(mapply(digits, b, truth("estimate"))), min(mapply(digits, se, truth("std_error"))), sep = ",")
  cat("\n")
}
